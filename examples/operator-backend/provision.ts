import { setTimeout as pause } from 'node:timers/promises';
import { createOperator } from 'sluice-cdk/operator';
import { accountFor, newKey, repeatedly } from './customers.ts';

const [email, plan, keyName] = process.argv.slice(2);
if (!email || !plan || !keyName) {
  console.error('Usage: node provision.ts EMAIL PLAN KEY-NAME');
  process.exit(2);
}

const operator = createOperator({ functionName: process.env.SLUICE_FUNCTION ?? 'sluice-prod-operator' });
const { accountId } = await repeatedly(() => accountFor(operator, email, plan), pause);
const { key, secret } = await newKey(operator, accountId, keyName, pause);
console.log(JSON.stringify({ accountId, keyId: key.keyId, secret }));
