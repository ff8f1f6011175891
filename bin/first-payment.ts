import { appendFileSync } from 'node:fs';
import { createStripe } from '../src/billing/stripe-client.ts';
import { systemClock } from '../src/time.ts';
import { exitCodeHelp, exitCodes, runProgram, UsageError } from './command-errors.ts';
import { readCommandLine, refuseArguments } from './command-line.ts';
import { redact, redaction } from './first-deployment/redact.ts';
import { type KeepAnswer, payAndRenew, readWith } from './first-payment/payment-steps.ts';
import { openSandbox } from './first-payment/sandbox.ts';

const usage = 'STRIPE_SECRET_KEY=sk_test_… STRIPE_RESTRICTED_KEY=rk_test_… npm run first-payment';
const file = 'first-payment.txt';

const help = `Pays for a subscription in a sandbox of Stripe, and writes what Stripe answered into one file.

  ${usage}

It reads what Sluice reads with the restricted key (docs/billing.md, "A restricted key"). With the sandbox's secret key it
creates a test clock, a customer and two prices: a first payment, a renewal, an upgrade whose payment asks for 3-D Secure
and ends unconfirmed, and a declined card. In the end it deletes the clock with its customer. The products stay. It refuses
keys of live mode, and costs nothing.

The file is ${file}. A further run adds to it.
${redaction}

The steps were tried on packages/fake-stripe. The test clock, the test cards and the permissions of the restricted key were
not: the fake has none.

${exitCodeHelp}`;

await runProgram(async () => {
  const { values, positionals } = readCommandLine({ help: { type: 'boolean', default: false } }, usage);
  refuseArguments(positionals, usage);
  process.stdout.write(help);
  if (values.help) return exitCodes.done;
  const [secret, restricted] = [testKey('STRIPE_SECRET_KEY', 'sk'), testKey('STRIPE_RESTRICTED_KEY', 'rk')];
  const now = systemClock();
  appendFileSync(file, `\nnpm run first-payment, ${new Date(now).toISOString()}\n`);
  const keep: KeepAnswer = (name, answer) => {
    process.stdout.write(`${name}\n`);
    appendFileSync(file, `\n## ${name}\n${redact(JSON.stringify(answer, null, 1))}\n`);
  };
  await readWith(await createStripe({ apiKey: restricted }), keep);
  const sandbox = await openSandbox(await createStripe({ apiKey: secret }), Math.floor(now / 1_000));
  try {
    await payAndRenew(sandbox, keep);
  } finally {
    await sandbox.remove();
  }
  process.stdout.write(`Done. ${file} has the answers.\n`);
  return exitCodes.done;
});

/** @throws {UsageError} if it is not a key of a sandbox */
function testKey(name: string, kind: string): string {
  const key = process.env[name] ?? '';
  if (key.startsWith(`${kind}_test_`)) return key;
  throw new UsageError(`${name} must hold a key of a sandbox, which begins with ${kind}_test_.`, usage);
}
