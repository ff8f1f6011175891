import * as v from 'valibot';
import { invalidParameter, read, text } from './user-pool-answer.ts';
import type { UserPoolOperation } from './user-pool-context.ts';
import { poolOf } from './user-pool-properties.ts';
import { attributeOf, type User, userView } from './users.ts';

const listInput = v.object({
  UserPoolId: text,
  // A page holds at most 60 users (ListUsers, "Limit").
  Limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)), 60),
  PaginationToken: v.nullish(text),
  Filter: v.nullish(v.string()),
  AttributesToGet: v.nullish(v.array(text)),
});

/** ListUsers, by user name. A token continues after the last user of its page, also if that user has gone. */
export const listUsers: UserPoolOperation = async (input, { definitions, users }) => {
  const { UserPoolId, Limit, PaginationToken, Filter, AttributesToGet } = read(listInput, input);
  const after = PaginationToken ? Buffer.from(PaginationToken, 'base64url').toString() : '';
  const found = (await users.all(poolOf(definitions, UserPoolId)))
    .filter(filterOf(Filter ?? ''))
    .filter(({ Username }) => Username > after)
    .sort((a, b) => (a.Username < b.Username ? -1 : 1));
  const page = found.slice(0, Limit || 60);
  const last = page.length < found.length ? page.at(-1) : undefined;
  return {
    Users: page.map((user) => viewOf(user, AttributesToGet)),
    ...(last && { PaginationToken: Buffer.from(last.Username).toString('base64url') }),
  };
};

function viewOf(user: User, names: readonly string[] | null | undefined): object {
  const view = userView(user);
  return names ? { ...view, Attributes: view.Attributes.filter(({ Name }) => names.includes(Name)) } : view;
}

const filterForm = /^\s*(?<name>[\w:]+)\s*=\s*"(?<value>[^"]*)"\s*$/;

/** A filter such as `email = "ada@example.com"`; none accepts every user. */
function filterOf(filter: string): (user: User) => boolean {
  if (filter === '') return () => true;
  const { name = '', value = '' } = filterForm.exec(filter)?.groups ?? {};
  if (name === '') throw invalidParameter('Error while parsing filter.');
  return (user) => textOf(user, name) === value;
}

function textOf(user: User, name: string): string {
  if (name === 'username') return user.Username;
  if (name === 'cognito:user_status') return user.UserStatus;
  return attributeOf(user, name) ?? '';
}
