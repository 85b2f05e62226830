//! t
use tait_framework::*; use tait_puzzle::linear::*; use std::time::*;
struct O(Instant);
impl FamilyObserver for O { fn settled(&self, r:&ResidueResult){ println!("{:?} residue {} base {:?} smaller {:?}", self.0.elapsed(), r.residue, r.base.as_ref().map(|b|(b.puzzle().n(),b.nickel,b.penny)), r.smaller.iter().map(|s|(s.n,match &s.finding{Finding::NoSolution{states}=>format!("nosol {}",states.iter().sum::<u64>()),f=>format!("{f:?}")})).collect::<Vec<_>>());}}
fn main(){
 let a:Vec<String>=std::env::args().collect();
 let k=BlockLength::new(a[1].parse().unwrap()).unwrap();
 let t=Instant::now();
 if a.len()>2 { let par=match a[2].as_str(){"even"=>Parity::Even,"odd"=>Parity::Odd,_=>Parity::All};
   let r=CommonRequest{k,from:a[3].parse().unwrap(),to:a[4].parse().unwrap(),parity:par,restrictions:Default::default(),seed:1};
   match find_common_pattern(&r,&Default::default()){Ok(c)=>{println!("{:?} {:?}",c.offsets,c.patterns.iter().map(|p|p.to_string()).collect::<Vec<_>>());for b in &c.bases{println!("{} {} {}",b.puzzle().n(),b.nickel,b.penny)}},Err(e)=>println!("{e}")}
   println!("{:?}",t.elapsed()); return }
 let f=find_family(&FamilyRequest::new(k),&O(t),&Default::default()).unwrap();
 println!("{:?}",t.elapsed());
 let fam=Family{k,bases:f.into_iter().filter_map(|r|r.base).collect()};
 println!("{:?} {}",t.elapsed(),fam.check(3).unwrap());
}
