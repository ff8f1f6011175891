import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { onLocalTarget } from '../conformance/cases.ts';
import { customerCases } from './customer.cases.ts';
import { resourceCases } from './resource.cases.ts';
import { startTwoInstances, type TwoInstances } from './two-instances.ts';

// Two instances with different settings in one stack, beside resources of somebody else, served side by side.

let two: TwoInstances;
beforeAll(async () => {
  two = await startTwoInstances();
});
afterAll(() => two?.stop());

describe('customers of two instances', () => customerCases(() => two));

describe('the first instance conforms', () => onLocalTarget(() => two.alpha));
describe('the second instance conforms', () => onLocalTarget(() => two.beta));

test('no function of an instance has needed what its role lacks', () => {
  expect(two.denials).toEqual([]);
});

describe('the resources of two instances', () => resourceCases(() => two));
