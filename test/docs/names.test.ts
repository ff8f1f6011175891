import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { configuredBudget } from '../../lib/budget.ts';
import { configuredDomains } from '../../lib/domain/domain-settings.ts';
import { blocksOf } from './page.ts';

const commands = blocksOf('docs/operating.md', 'sh').join('\n');

describe('the options of a deployment', () => {
  test('that the page names are all read by the app', () => {
    const app = readFileSync('bin/sluice.ts', 'utf8');
    const named = [...commands.matchAll(/-c ["'](\w+)=/g)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(['account', 'alarmEmail', 'budget', 'domains', 'region', 'stage']));
    expect(named.filter((name) => !app.includes(`context('${name}')`))).toEqual([]);
  });

  test('that are JSON are taken as they stand', () => {
    const domains = /'domains=(.*?)'/.exec(commands)?.[1];
    expect(Object.keys(configuredDomains(domains, 'us-east-1'))).toEqual(['rpc', 'api', 'dashboard', 'hostedZone']);
    const budget = /"budget=(.*?)"\)/.exec(commands)?.[1]?.replaceAll('\\', '').replace('$EMAIL', 'a@example.com');
    expect(configuredBudget(budget)).toEqual({ dollarsPerMonth: 200, email: 'a@example.com' });
  });
});

/** What a heading is called in a link: lower case, hyphens for spaces, no other signs. */
const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const leadsSomewhere = (page: string, link: string): boolean => {
  const [path, anchor] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
};

test.each(['docs/operating.md', 'SECURITY.md', 'CHANGELOG.md', 'README.md'])(
  'every link of %s leads somewhere',
  (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  },
);
