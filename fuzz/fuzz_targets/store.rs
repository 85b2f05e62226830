#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tait_testkit::laws::store(data));
