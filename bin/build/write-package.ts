// Builds the npm package in packages/construct, where npm packs it: npm run build --workspace sluice-cdk
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build-package.ts';

buildPackage(fileURLToPath(new URL('../../packages/construct', import.meta.url)));
