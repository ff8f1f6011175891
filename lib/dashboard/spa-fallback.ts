import { fileURLToPath } from 'node:url';
import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

const filePath = fileURLToPath(new URL('spa-fallback.js', import.meta.url));

/** Gives index.html for every address that is no file's: the web app's pages are told apart in the browser. */
export class SpaFallback extends EdgeFunction {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      comment: 'Gives index.html for every page of the dashboard',
      code: FunctionCode.fromFile({ filePath }),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}
