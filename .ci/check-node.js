// After npm ci, for any version of Node: npm has no package of Node for some machines, and an old one of theirs could
// not even read the programs. npm runs it with the Node that the scripts get.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const oldest = engines.node.replace('>=', '');
const numbers = (version) => version.split('.').map(Number);

function isOlder(version) {
  const [given, needed] = [numbers(version), numbers(oldest)];
  const at = given.findIndex((number, index) => number !== needed[index]);
  return at >= 0 && given[at] < needed[at];
}

if (isOlder(process.versions.node)) {
  console.error(
    `Node ${process.versions.node} is too old, and npm has no newer one for ${process.platform} ${process.arch}. ` +
      `Install Node ${oldest} or later (https://nodejs.org), and run npm ci again.`,
  );
  process.exit(1);
}
