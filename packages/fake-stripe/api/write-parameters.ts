// Usage: npm run parameters --workspace fake-stripe
// Writes parameters.json from the types of the installed SDK.
import { writeFileSync } from 'node:fs';
import { parametersFile, reduceSdk } from './reduce-sdk.ts';

writeFileSync(parametersFile, reduceSdk());
