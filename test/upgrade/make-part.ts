import { writeFileSync } from 'node:fs';
import { presentFunctions } from './present-functions.ts';
import { makeTemplates } from './templates/make-templates.ts';

// node test/upgrade/make-part.ts functions|templates FILE: a later version runs it in a checkout of this one (base.ts).

const [part, file = ''] = process.argv.slice(2);
const made = part === 'functions' ? await presentFunctions() : await makeTemplates();
writeFileSync(file, JSON.stringify(made));
