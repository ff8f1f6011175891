import type { Addition } from './addition.ts';

const plan = `    {
      id: 'enterprise',
      limits: { callsPerSecond: 800, callsPerDay: 1_400_000 },
      keys: 30,
      historyDays: 90,
      longestCallSeconds: 25,
      pricePerMonth: 5_499,
    },
`;

const network = `    {
      network: 'testnet',
      chain: 'solana',
      path: '/testnet',
      genesisHash: 'testnet',
      upstreams: [{ url: 'https://api.testnet.solana.com' }],
    },
`;

const nodeAnswer = {
  from: 'a node of the walk',
  source: 'docs/how-to-add.md',
  ask: 'getBlock',
  status: 200,
  error: { code: -32_099, message: 'The walk has no block here' },
  expected: 'every node',
};

const command = `  'plans count': {
    args: [],
    summary: 'count the plans',
    run: async (_, { gatewaySettings }) => {
      const { plans } = await gatewaySettings();
      return { documents: [{ plans: plans.length }], text: \`\${plans.length}\\n\` };
    },
  },
`;

const errorClass = `export class ExampleError extends GatewayError {
  readonly reason = 'example';

  constructor() {
    super('An example.');
  }
}

`;

/** By the section's heading. */
export const additions: Readonly<Record<string, Addition>> = {
  'A plan': {
    concerns: ['sluice.config.ts', 'src/plans.ts', 'src/cost/', 'test/docs/plan'],
    edits: [{ file: 'sluice.config.ts', after: '      pricePerMonth: 2_499,\n    },\n', text: plan }],
  },
  'A network': {
    concerns: ['sluice.config.ts', 'src/network', 'lib/settings/network'],
    edits: [
      {
        file: 'sluice.config.ts',
        after: "upstreams: [{ url: 'https://api.devnet.solana.com' }],\n    },\n",
        text: network,
      },
    ],
  },
  'An error of a node': {
    concerns: ['src/chains/', 'test/chains/'],
    edits: [
      {
        file: 'test/chains/node-answers.jsonl',
        after: 'First available block: 250000000"}, "expected": "every node"}\n',
        text: `${JSON.stringify(nodeAnswer)}\n`,
      },
      {
        file: 'src/chains/solana-error-rules.ts',
        after: "  ...rules('behind', 'specs', -32_005),\n",
        text: "  ...rules('missing', 'specs', -32_099),\n",
      },
    ],
  },
  'A setting': {
    concerns: ['lib/settings/', 'docs/settings.md'],
    edits: [
      {
        file: 'lib/settings/settings.ts',
        after: '  statusPage: v.optional(v.boolean(), true),\n',
        text: '  /** An example. */\n  example: v.optional(v.boolean(), false),\n',
      },
      {
        file: 'docs/settings.md',
        after: '([what is in it](status-page.md)). Default: true |\n',
        text: '| `example` | an example. Default: false |\n',
      },
    ],
  },
  "An operator's command": {
    concerns: ['bin/operator/', 'test/bin/operator/', 'docs/cli.md'],
    edits: [
      { file: 'bin/operator/plan-commands.ts', after: 'export const planCommands: Commands = {\n', text: command },
      {
        file: 'docs/cli.md',
        after: '| `plans list` | a `Plan`, with its `availability` |\n',
        text: '| `plans count` | `{ plans }` |\n',
      },
      { file: 'docs/cli.md', after: '| `plans list` | none |\n', text: '| `plans count` | none |\n' },
      { file: 'bin/operator/function/function-commands.ts', after: "  'plans list',\n", text: "  'plans count',\n" },
      { file: 'docs/operator-function.md', after: '| `margin`, `plans list`', text: ', `plans count`' },
      {
        file: 'packages/construct/operator/command-names.ts',
        after: "  ...['margin', 'plans list', 'requests list'],\n",
        text: "  'plans count',\n",
      },
      { file: 'test/operator-function/commands.cases.ts', after: "  ['plans list'],\n", text: "  ['plans count'],\n" },
    ],
  },
  'An error code': {
    concerns: ['src/runtime/gateway-errors.ts', 'src/json-rpc/error-answer.ts', 'src/records/outcome.ts'],
    edits: [
      { file: 'src/runtime/gateway-errors.ts', after: "  | 'nodes_at_limit'\n", text: "  | 'example'\n" },
      {
        file: 'src/runtime/gateway-errors.ts',
        after: "  readonly reason = 'upstream_timeout';\n}\n\n",
        text: errorClass,
      },
      {
        file: 'src/json-rpc/error-answer.ts',
        after: '  nodes_at_limit: [503, -32603],\n',
        text: '  example: [503, -32603],\n',
      },
      {
        file: 'src/records/outcome.ts',
        after: "  nodes_at_limit: 'upstream_error',\n",
        text: "  example: 'upstream_error',\n",
      },
      {
        file: 'dashboard/pages/endpoints/tester/explain-answer.ts',
        after: 'export const gatewayReasons = {\n',
        text: "  example: 'An example.',\n",
      },
      {
        file: 'docs/api.md',
        after: 'or send smaller batches | 503 | -32603 | `nodes_at_limit` |\n',
        text: '| an example | 503 | -32603 | `example` |\n',
      },
      { file: 'test/docs/facts.test.ts', after: '  new NodesAtLimitError(),\n', text: '  new ExampleError(),\n' },
      { file: 'test/docs/facts.test.ts', after: '  CallTooSlowError,\n', text: '  ExampleError,\n' },
      {
        file: 'test/dashboard/pages/endpoints/tester/explain-answer.test.ts',
        after: '  nodes_at_limit: new NodesAtLimitError(),\n',
        text: '  example: new ExampleError(),\n',
      },
      {
        file: 'test/dashboard/pages/endpoints/tester/explain-answer.test.ts',
        after: '  type ErrorReason,\n',
        text: '  ExampleError,\n',
      },
    ],
  },
};

/** Sections that nobody follows yet but people. */
export const notWalked: readonly string[] = [
  'A chain',
  'Methods of a newer specification',
  'A Lambda function',
  'An alarm',
  'A metric',
  'A field of a stored row',
  'A history column',
  'An operation of the management API',
  'A dashboard page',
  'Measured figures',
];
