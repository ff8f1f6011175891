// Compiled in the user's folder, with the strictest settings: what is right has no error, and what is wrong has one.
import { App, Stack } from 'aws-cdk-lib';
import { ConfigurationError, type Settings, Sluice, SluiceStack, stageNamed } from 'sluice-cdk';

const settings: Settings = {
  service: { name: 'Example', problemTypes: 'https://example.com/problems' },
  plans: [
    {
      id: 'free',
      limits: { callsPerSecond: 10, callsPerDay: 10_000 },
      keys: 3,
      historyDays: 1,
      longestCallSeconds: 5,
      pricePerMonth: 0,
    },
  ],
  networks: [
    { network: 'mainnet', chain: 'solana', path: '/', upstreams: [{ url: 'https://api.mainnet-beta.solana.com' }] },
  ],
};

const app = new App();
try {
  new SluiceStack(app, { settings, stage: stageNamed('dev'), env: { region: 'eu-central-1' } });
} catch (error) {
  if (error instanceof ConfigurationError) throw new Error(error.code satisfies string);
}
const stack = new Stack(app, 'Own');
new Sluice(stack, 'Rpc', { settings, stage: 'dev', instanceName: 'rpc' });

// @ts-expect-error: settings are required
new Sluice(stack, 'NoSettings', {});
// @ts-expect-error: there is no such stage
new Sluice(stack, 'OtherStage', { settings, stage: 'staging' });
// @ts-expect-error: a plan has an id
new Sluice(stack, 'NoId', { settings: { ...settings, plans: [{ ...settings.plans[0], id: undefined }] } });
// @ts-expect-error: there is no such policy
new Sluice(stack, 'OtherPolicy', { settings: { ...settings, signUp: 'invited' } });
// @ts-expect-error: there is no such setting
const misspelt: Settings = { ...settings, budgets: { dollarsPerMonth: 100, email: 'ops@example.com' } };
new Sluice(stack, 'Misspelt', { settings: misspelt });
