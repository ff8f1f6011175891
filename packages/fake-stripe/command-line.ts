import { parseArgs } from 'node:util';
import * as v from 'valibot';

export const usage = `Usage: node packages/fake-stripe/start.ts [--port PORT] [--events-url URL] [--days-behind DAYS] …

Starts a fake of the parts of Stripe that billing uses, on 127.0.0.1 only. It keeps everything in memory and moves no
money. When it listens, it prints one line of JSON with the address, the API key and the signing secret of its events:
{"event":"fake_stripe_listening","url":"http://127.0.0.1:PORT","apiKey":"sk_test_…","signingSecret":"whsec_…"}

  --port PORT            where to listen; 0, as by default, takes a free port
  --events-url URL       where events are sent; POST /_control/events sets it later
  --days-behind DAYS     starts so many days in the past, so that the clock can be moved forward without
                         passing the time of the programs that use the fake
  --api-key KEY          the key that the API takes; default: sk_test_fake
  --signing-secret TEXT  signs events; default: a random one
  --until-stdin-closes   ends when standard input closes, so that it does not outlive the process that started it
  --help                 prints this
`;

/** An error in the command line, with a message for the user. */
export class FakeStripeOptionsError extends Error {
  override readonly name = 'FakeStripeOptionsError';
  readonly code = 'invalid_options';
}

const number = (name: string, maximum: number) => {
  const message = `${name} must be a number from 0 to ${maximum}`;
  return v.pipe(
    v.optional(v.string(), '0'),
    v.regex(/^\d{1,5}$/, message),
    v.transform(Number),
    v.maxValue(maximum, message),
  );
};

const schema = v.object({
  help: v.optional(v.boolean(), false),
  port: number('--port', 65_535),
  'events-url': v.optional(v.pipe(v.string(), v.url('--events-url must be a URL'))),
  'days-behind': number('--days-behind', 3_650),
  'api-key': v.optional(v.pipe(v.string(), v.regex(/^\S+$/, '--api-key must not have spaces'))),
  'signing-secret': v.optional(v.pipe(v.string(), v.minLength(1, '--signing-secret must not be empty'))),
  'until-stdin-closes': v.optional(v.boolean(), false),
});

/**
 * Reads the command line.
 * @throws {FakeStripeOptionsError} for the first invalid option
 */
export function readOptions(args: readonly string[]): v.InferOutput<typeof schema> {
  const parsed = v.safeParse(schema, parse(args));
  if (!parsed.success) throw new FakeStripeOptionsError(parsed.issues[0].message);
  return parsed.output;
}

function parse(args: readonly string[]): unknown {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const options = {
    help: flag,
    port: text,
    'events-url': text,
    'days-behind': text,
    'api-key': text,
    'signing-secret': text,
    'until-stdin-closes': flag,
  };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new FakeStripeOptionsError(error instanceof Error ? error.message : String(error));
  }
}
