import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { configuredBudget } from '../../lib/budget.ts';
import { configuredDomains } from '../../lib/domain/domain-settings.ts';
import { codeBlocks } from './pages.ts';

const commands = codeBlocks('docs/operating.md', 'sh').join('\n');

describe('the options of a deployment on docs/operating.md', () => {
  test('are all read by the app', () => {
    const app = readFileSync('bin/sluice.ts', 'utf8');
    const named = [...commands.matchAll(/-c ["'](\w+)=/g)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(['account', 'alarmEmail', 'budget', 'domains', 'region', 'stage']));
    expect(named.filter((name) => !app.includes(`context('${name}')`))).toEqual([]);
  });

  test('have JSON values that the app accepts', () => {
    const domains = /'domains=(.*?)'/.exec(commands)?.[1];
    expect(Object.keys(configuredDomains(domains, 'us-east-1'))).toEqual(['rpc', 'api', 'dashboard', 'hostedZone']);
    const budget = /"budget=(.*?)"\)/.exec(commands)?.[1]?.replaceAll('\\', '').replace('$EMAIL', 'a@example.com');
    expect(configuredBudget(budget)).toEqual({ dollarsPerMonth: 200, email: 'a@example.com' });
  });
});
