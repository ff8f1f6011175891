import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { customerCases } from './customer.cases.ts';
import { resourceCases } from './resource.cases.ts';
import { startTwoInstances, type TwoInstances } from './two-instances.ts';

// Two instances with different settings, in one stack with somebody else's resources, are served at the same time: what one
// does shows nothing of the other. That an instance conforms is proved by test/conformance.

let two: TwoInstances;
beforeAll(async () => {
  two = await startTwoInstances();
});
afterAll(() => two?.stop());

describe('customers of two instances', () => customerCases(() => two));

test('no function of an instance has needed what its role lacks', () => {
  expect(two.denials).toEqual([]);
});

describe('the resources of two instances', () => resourceCases(() => two));
