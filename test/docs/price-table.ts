import { table } from '../../lab/bench/report-format.ts';
import { apiRoutes } from '../../src/management-api/api-routes.ts';
import {
  type Price,
  type PricedOperation,
  perToken,
  priceList,
  tokensOf,
} from '../../src/management-api/price-list.ts';

const perTokenRow = [
  '**one token pays for**',
  perToken.reads,
  perToken.writes,
  perToken.sends,
  perToken.stripe,
  perToken.cognito,
  '',
];

function priceRow(method: string, path: string, id: PricedOperation): (string | number)[] {
  const { reads, writes = 0, sends = 1, stripe = 0, cognito = 0, most }: Price = priceList[id];
  const tokens = most === undefined ? tokensOf(id) : `${tokensOf(id)} to ${most}`;
  return [`\`${method} ${path}\``, reads, writes, sends, stripe, cognito, tokens];
}

/** The price of every operation, in the order of the routes. */
export const priceTable = table(
  ['request', 'read units', 'write units', 'KB sent', 'Stripe', 'Cognito', 'tokens'],
  [perTokenRow, ...apiRoutes.map(({ method, path, operation }) => priceRow(method, path, operation.id))].map((row) =>
    row.map(String),
  ),
);
