import { totp } from '../../../packages/cdk-local/test/user-pool/totp.ts';
import {
  accountTokenIn,
  challengeIn,
  enrol,
  keyIdIn,
  newAccountToken,
  provePassword,
  respond,
  type SignInFlow,
  type Tokens,
  tokensIn,
  userOf,
} from './sign-in.ts';
import type { Reply, TakeOverWorld } from './take-over-world.ts';

export type VictimCommand = (typeof victimCommands)[number];

export const victimCommands = [
  'ask',
  'begin',
  'finish',
  'register',
  'sign in',
  'sign in by SRP',
  'refresh',
  'read',
  'make a key',
  'make an account token',
  'revoke the account tokens',
  'enrol',
  'turn the factor off',
  'forget the password',
  'reset',
  'sign out everywhere',
  'change the password',
  'change the address',
] as const;

const hour = 3_600_000;

/** A customer who reads their own mail, and nothing else that others do not. */
export class Victim {
  readonly #world: TakeOverWorld;
  readonly #name: string;
  readonly #flow: SignInFlow;
  #email: string;
  #password: string | undefined;
  #passwords = 0;
  #addresses = 0;
  #session = '';
  #factor: string | undefined;
  /** The newest ones. */
  tokens: Tokens | undefined;
  readonly keyIds = new Set<string>();
  /** The ids of the account tokens that work, by their secrets. */
  readonly accountTokens = new Map<string, string>();

  /** @param flow of the first sign-in: the dashboard uses SRP, and curl cannot */
  constructor(world: TakeOverWorld, name: string, flow: SignInFlow) {
    this.#world = world;
    this.#name = name;
    this.#flow = flow;
    this.#email = `${name}@example.com`;
  }

  get email(): string {
    return this.#email;
  }

  get hasFinished(): boolean {
    return this.#password !== undefined;
  }

  /** Runs a command, with the steps before it that are missing. Returns true if it has ended the sessions. */
  async run(command: VictimCommand): Promise<boolean> {
    switch (command) {
      case 'ask':
        await this.#ask();
        return false;
      case 'begin':
        await this.#begin();
        return false;
      case 'finish':
        await this.#finish();
        return false;
      case 'register':
        await this.register();
        return false;
      default:
        await this.register();
        if (!this.hasFinished) return false;
        return this.#asCustomer(command);
    }
  }

  async #asCustomer(command: VictimCommand): Promise<boolean> {
    switch (command) {
      case 'sign in':
        await this.signIn('USER_PASSWORD_AUTH');
        return false;
      case 'sign in by SRP':
        await this.signIn('USER_SRP_AUTH');
        return false;
      case 'refresh':
        await this.#refresh();
        return false;
      case 'forget the password':
        await this.#world.cognito('ForgotPassword', { Username: this.#email });
        return false;
      case 'reset':
        return this.#reset();
      case 'read':
        await this.#api('GET', '/v1/keys');
        return false;
      case 'make a key':
        await this.#makeKey();
        return false;
      case 'make an account token':
        await this.#makeAccountToken();
        return false;
      case 'revoke the account tokens':
        await this.#revokeAccountTokens();
        return false;
      case 'enrol':
        this.#factor = (await enrol(this.#world, (await this.#fresh()).AccessToken)) ?? this.#factor;
        return false;
      case 'turn the factor off':
        await this.#api('POST', '/v1/account/second-factor/disable', { password: this.#password });
        return false;
      case 'sign out everywhere':
        return this.#ended(await this.#api('POST', '/v1/account/sign-out', {}));
      case 'change the password':
        return this.#changePassword();
      case 'change the address':
        return this.#changeAddress();
      default:
        throw new Error(`No command ${command}`);
    }
  }

  /** Does all that a sign-up needs, however far it has come. */
  async register(): Promise<void> {
    if (this.hasFinished) return;
    await this.#ask();
    await this.#begin();
    await this.#finish();
  }

  /** Signs in. With the operator's help, it turns off a second factor that is not its own. Fails for any other user. */
  async signIn(flow: SignInFlow): Promise<void> {
    const password = this.#password ?? '';
    const proven = await provePassword(this.#world, { email: this.#email, password }, flow);
    const tokens = tokensIn(proven) ?? (await this.#answerFactor(proven));
    if (tokens) this.tokens = tokens;
    else await this.#turnForeignFactorOff(flow);
  }

  async #answerFactor(proven: Reply): Promise<Tokens | undefined> {
    const { Session: session = '', ChallengeName: challenge = '' } = challengeIn(proven) ?? {};
    if (challenge !== 'SOFTWARE_TOKEN_MFA') throw new Error(`The victim cannot sign in: ${JSON.stringify(proven)}`);
    if (this.#factor === undefined) return undefined;
    const answer = { SOFTWARE_TOKEN_MFA_CODE: totp(this.#factor, this.#world.now()) };
    return tokensIn(await respond(this.#world, { challenge, session, email: this.#email, answer }));
  }

  async #turnForeignFactorOff(flow: SignInFlow): Promise<void> {
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
    await this.#world.operator('AdminSetUserMFAPreference', { Username: this.#email, SoftwareTokenMfaSettings });
    this.#factor = undefined;
    await this.signIn(flow);
  }

  async #ask(): Promise<void> {
    await this.#world.api('POST', '/v1/sign-up', { json: { email: this.#email } });
  }

  /** Types the newest code into the dashboard. */
  async #begin(): Promise<void> {
    const code = this.#newest(/^[2-9a-z]{12}$/);
    if (this.hasFinished || code === undefined) return;
    const proven = await provePassword(this.#world, { email: this.#email, password: code }, this.#flow);
    this.#session = challengeIn(proven)?.Session ?? '';
  }

  async #finish(): Promise<void> {
    if (this.hasFinished || this.#session === '') return;
    const password = this.#nextPassword();
    const sent = { challenge: 'NEW_PASSWORD_REQUIRED', session: this.#session, email: this.#email };
    const tokens = tokensIn(await respond(this.#world, { ...sent, answer: { NEW_PASSWORD: password } }));
    this.#session = '';
    if (!tokens) return;
    this.#password = password;
    this.tokens = tokens;
  }

  async #refresh(): Promise<void> {
    const RefreshToken = this.tokens?.RefreshToken;
    const renewed = tokensIn(await this.#world.cognito('GetTokensFromRefreshToken', { RefreshToken }));
    if (renewed) this.tokens = { ...renewed, RefreshToken };
  }

  async #reset(): Promise<boolean> {
    const { cognito } = this.#world;
    await cognito('ForgotPassword', { Username: this.#email });
    const ConfirmationCode = this.#newest(/^\d{6}$/) ?? '';
    const Password = this.#nextPassword();
    const answer = await cognito('ConfirmForgotPassword', { Username: this.#email, ConfirmationCode, Password });
    if (answer.status === 200) this.#password = Password;
    return this.#ended(answer);
  }

  async #makeKey(): Promise<void> {
    const keyId = keyIdIn(await this.#api('POST', '/v1/keys', { name: 'mine' }));
    if (keyId !== undefined) this.keyIds.add(keyId);
  }

  async #makeAccountToken(): Promise<void> {
    const json = { ...newAccountToken, password: this.#password };
    const made = accountTokenIn(await this.#api('POST', '/v1/tokens', json));
    if (made) this.accountTokens.set(made.secret, made.tokenId);
  }

  async #revokeAccountTokens(): Promise<void> {
    for (const [secret, tokenId] of this.accountTokens) {
      const { status } = await this.#api('POST', `/v1/tokens/${tokenId}/revoke`, {});
      // A token that had expired may have made room for another.
      if (status === 200) this.accountTokens.delete(secret);
    }
  }

  async #changePassword(): Promise<boolean> {
    const newPassword = this.#nextPassword();
    const json = { currentPassword: this.#password, newPassword };
    const answer = await this.#api('POST', '/v1/account/password', json);
    if (answer.status === 200) this.#password = newPassword;
    return this.#ended(answer);
  }

  async #changeAddress(): Promise<boolean> {
    this.#addresses += 1;
    const email = `${this.#name}.${this.#addresses}@example.com`;
    const asked = await this.#api('PUT', '/v1/account/email', { email, password: this.#password });
    if (asked.status !== 202) return false;
    const { AccessToken } = await this.#fresh();
    const Code = this.#world.mailsTo(email).at(-1)?.code ?? '';
    const proof = { AccessToken, AttributeName: 'email', Code };
    if ((await this.#world.cognito('VerifyUserAttribute', proof)).status !== 200) return false;
    this.#email = email;
    return this.#ended(await this.#api('POST', '/v1/account/email/confirm', {}));
  }

  #ended({ status }: Reply): boolean {
    if (status !== 200) return false;
    this.tokens = undefined;
    return true;
  }

  /** The tokens, after a sign-in if they have ended or expired. */
  async #fresh(): Promise<Tokens> {
    const { tokens } = this;
    const known = tokens && (await this.#world.cognito('GetUser', { AccessToken: tokens.AccessToken }));
    if (known?.status !== 200) await this.signIn('USER_PASSWORD_AUTH');
    if (this.tokens) return this.tokens;
    throw new Error('The victim cannot sign in.');
  }

  async #api(method: string, path: string, json?: object): Promise<Reply> {
    const { IdToken: token } = await this.#fresh();
    const answer = await this.#world.api(method, path, { token, ...(json && { json }) });
    if (answer.status !== 401) return answer;
    throw new Error(`The victim has signed in, but ${method} ${path} answers ${JSON.stringify(answer)}`);
  }

  /** The account as the victim sees it, at the end of a history. */
  async look(): Promise<{ accountId: string; keyIds: readonly string[] }> {
    this.#world.pass(2 * hour);
    await this.register();
    const [account, keys] = [await this.#api('GET', '/v1/account'), await this.#api('GET', '/v1/keys')];
    const list = Array.isArray(keys.body.keys) ? keys.body.keys : [];
    return { accountId: String(account.body.accountId), keyIds: list.map(({ keyId }) => String(keyId)) };
  }

  get userId(): string | undefined {
    return this.tokens && userOf(this.tokens.IdToken);
  }

  #newest(form: RegExp): string | undefined {
    return this.#world
      .mailsTo(this.#email)
      .map(({ code = '' }) => code)
      .findLast((code) => form.test(code));
  }

  #nextPassword(): string {
    this.#passwords += 1;
    return `victims-own-horse-${this.#passwords}`;
  }
}
