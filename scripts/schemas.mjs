// Ajv on the schemas of a directory, in its strict mode and with ajv-formats, and on the records that datapackage.json says
// follow one; for scripts/test-package. Prints what is wrong, a line each, and exits with 1 where anything is.
//
//   node scripts/schemas.mjs NODE_MODULES SCHEMAS DATA

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, schemas, data] = process.argv.slice(2);
const require = createRequire(join(modules, "from-here.js"));
const Ajv = require("ajv/dist/2020").default;
const addFormats = require("ajv-formats").default;

const read = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));
const wrong = [];
const validators = new Map();
for (const name of readdirSync(schemas).sort()) {
  // What Ajv only warns of is wrong, too.
  const warn = (words) => wrong.push(`${name}: ${words}`);
  const ajv = new Ajv({ strict: true, allErrors: true, logger: { log: warn, warn, error: warn } });
  addFormats(ajv);
  try {
    validators.set(name, ajv.compile(read(schemas, name)));
  } catch (error) {
    wrong.push(`${name}: ${error.message}`);
  }
}
let records = 0;
for (const { path, jsonSchema } of read(data, "datapackage.json").resources) {
  const validate = validators.get(jsonSchema);
  if (jsonSchema === undefined || validate === undefined) continue;
  records += 1;
  if (!validate(read(data, path)))
    wrong.push(...validate.errors.map((error) => `${path}: ${error.instancePath} ${error.message}`));
}
for (const words of wrong.slice(0, 20)) console.log(words);
console.log(`Ajv: ${validators.size} schemas, ${records} records, ${wrong.length} faults`);
process.exitCode = wrong.length > 0 ? 1 : 0;
