import { readFileSync } from 'node:fs';
import { StackStatus } from '@aws-sdk/client-cloudformation';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { endingSection, knownEndings } from '../../../bin/deployment/code-deploy-endings.ts';
import { finalStates, stackAdvice } from '../../../bin/deployment/stack-states.ts';
import { type AliasTrouble, type StackEvent, StackMachine, type StackState, transitions } from './stack-machine.ts';

const page = readFileSync('docs/stuck-deployments.md', 'utf8');
const anchorOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [anchorOf(text.split('\n')[0] ?? ''), text]),
);

/** The commands of each code block of a section: service and operation. */
const blocksOf = (anchor: string): string[][] =>
  [...(sections.get(anchor) ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) =>
    [...block.matchAll(/^aws (\S+ \S+)/gm)].map(([, command = '']) => command),
  );

const reads = /^\S+ (describe|get|list|wait)\b/;
const events = new Set<string>(transitions.map(([, event]) => event));

/** Runs the commands of a code block on the model. What CloudFormation has begun ends before the next one. */
function follow(machine: StackMachine, block: readonly string[]): void {
  for (const command of block) {
    const [service, operation = ''] = command.split(' ');
    if (operation === 'update-termination-protection') machine.isProtected = false;
    else if (service === 'cloudformation' && events.has(operation)) machine.send(operation as StackEvent);
    else if (command === 'cloudwatch describe-alarms' || !reads.test(command)) machine.repair(command);
    machine.settle();
  }
}

const anchorIn = (text: string) => /docs\/stuck-deployments\.md#([\w-]+)/.exec(text)?.[1];

describe('every state of a stack', () => {
  test.each(Object.values(StackStatus))('%s: has an advice that names a section of the page', (status) => {
    const { deployable, nextStep, meaning } = stackAdvice(status, 'Sluice-prod');
    expect(meaning).not.toContain('does not know');
    const anchor = anchorIn(nextStep);
    // From these, a deployment goes on as usual. Sluice imports nothing.
    if (anchor === undefined) expect(deployable || status === 'IMPORT_ROLLBACK_FAILED').toBe(true);
    else expect([...sections.keys()]).toContain(anchor);
    expect(finalStates.includes(status)).toBe(!status.endsWith('_IN_PROGRESS') || status === 'REVIEW_IN_PROGRESS');
  });

  test('that this version does not know is never deployable', () => {
    expect(stackAdvice('SOMETHING_NEW', 'Sluice-prod')).toMatchObject({ deployable: false });
    expect(stackAdvice('toString', 'Sluice-prod')).toMatchObject({ deployable: false });
  });

  test('is one of the model, but those of imports, which Sluice does not make', () => {
    const known = new Set<string>(transitions.flatMap(([from, , to]) => [from, to]));
    const others = Object.values(StackStatus).filter((status) => !status.startsWith('IMPORT_'));
    expect(others.filter((status) => !known.has(status))).toEqual([]);
  });
});

/** The first code block of a section is the way out; further ones are for when that fails. */
const wayOut = (state: StackState): string[] => blocksOf(anchorIn(stackAdvice(state, 'S').nextStep) ?? '')[0] ?? [];

/** Follows the page until a deployment can go on; undefined if it does not end. */
function leave(machine: StackMachine): StackState | undefined {
  for (let step = 0; step < 5; step++) {
    if (stackAdvice(machine.state, 'S').deployable) return machine.state;
    follow(machine, wayOut(machine.state));
  }
  return undefined;
}

describe('who follows the page', () => {
  test.each<StackState>([
    'CREATE_FAILED',
    'UPDATE_FAILED',
    'ROLLBACK_COMPLETE',
    'ROLLBACK_FAILED',
    'UPDATE_ROLLBACK_FAILED',
    'REVIEW_IN_PROGRESS',
  ])('can deploy again from %s of a protected stack', (state) => {
    const machine = new StackMachine(state);
    expect(leave(machine)).toBeDefined();
    machine.send('deploy');
    machine.settle();
    expect(machine.state).toMatch(/^(CREATE|UPDATE)_COMPLETE$/);
  });

  test('can deploy again from DELETE_FAILED, whose protection is off', () => {
    expect(leave(new StackMachine('DELETE_FAILED', { isProtected: false }))).toBe('DELETE_COMPLETE');
  });

  test('gets out of each state that a stack reaches by whatever happens', () => {
    const happens = fc.constantFrom(...new Set(transitions.map(([, event]) => event)));
    fc.assert(
      fc.property(fc.array(happens, { maxLength: 12 }), (history) => {
        const machine = new StackMachine('NONE', { isProtected: false });
        for (const event of history) {
          if (transitions.some(([state, each]) => state === machine.state && each === event)) machine.send(event);
        }
        machine.settle();
        if (machine.state !== 'NONE') expect(leave(machine)).toBeDefined();
      }),
    );
  });
});

describe('a release of CodeDeploy', () => {
  test.each<[string, AliasTrouble, StackState]>([
    ['an-alarm-stops-a-release', 'alarm is on', 'UPDATE_ROLLBACK_FAILED'],
    ['a-person-moved-an-alias', 'alias was moved', 'UPDATE_ROLLBACK_FAILED'],
    ['another-deployment-is-running', 'other deployment runs', 'UPDATE_ROLLBACK_FAILED'],
    ['the-check-fails-or-does-not-report', 'check is silent', 'UPDATE_IN_PROGRESS'],
  ])('%s: "%s" leaves the stack in %s, and each block of commands is a way out', (section, trouble, stuck) => {
    expect(blocksOf(section).length).toBeGreaterThan(0);
    for (const block of blocksOf(section)) {
      const machine = new StackMachine('CREATE_COMPLETE', { trouble });
      machine.send('deploy');
      machine.settle();
      expect(machine.state).toBe(stuck);
      follow(machine, block);
      expect(machine.state).toBe('UPDATE_ROLLBACK_COMPLETE');
      machine.send('deploy');
      machine.settle();
      expect(machine.state).toBe('UPDATE_COMPLETE');
    }
  });

  test('to continue without removing the reason fails again: the model is not kinder than CloudFormation', () => {
    const machine = new StackMachine('UPDATE_ROLLBACK_FAILED', { trouble: 'alias was moved' });
    machine.send('continue-update-rollback');
    machine.settle();
    expect(machine.state).toBe('UPDATE_ROLLBACK_FAILED');
    expect(() => machine.repair('deploy stop-deployment')).toThrow('does not help');
  });

  test.each(knownEndings)('that ends with %s has a section', (code) => {
    expect([...sections.keys()]).toContain(anchorIn(endingSection(code)));
  });

  test('that ends with another code has the general entry of the runbook', () => {
    expect(endingSection('THROTTLED')).toBe('docs/runbook.md#release');
  });
});
