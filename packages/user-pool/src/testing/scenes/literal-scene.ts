import { defined } from '@coffer/kit';
import { type ManualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { createVault } from '../../crypto/vault.ts';
import type { DeclaredPoolInput } from '../../settings.ts';
import { connectDatabase } from '../../store/database/database.ts';
import { createSigningKeys } from '../../tokens/signing-keys.ts';
import { CLIENT_SECRET, KEY, PASSWORD, type PoolFixture, type Reply, startPool } from '../pool-fixture.ts';
import { createDriver, EVERY_FLOW, type SignInDriver } from '../sign-in-driver.ts';

export const POOL_ID = 'us-east-1_Literal01';
export const NAMES_POOL_ID = 'us-east-1_Literal02';
export const TEMPORARY = 'first-Kettle-Parade-7';
const flows = { explicitAuthFlows: [...EVERY_FLOW] };
const LITERAL_POOLS: readonly DeclaredPoolInput[] = [
  {
    id: POOL_ID,
    name: 'literal',
    usernameAttributes: ['email'],
    mfaConfiguration: 'OPTIONAL',
    softwareTokenMfa: { isEnabled: true },
    smsMfa: { isEnabled: true },
    emailMfa: { isEnabled: true },
    firstFactors: ['PASSWORD', 'EMAIL_OTP'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    clients: [
      { id: 'open', name: 'open', ...flows },
      { id: 'frank', name: 'frank', preventUserExistenceErrors: 'LEGACY', ...flows },
      { id: 'shut', name: 'shut', explicitAuthFlows: ['ALLOW_USER_SRP_AUTH'] },
      { id: 'sealed', name: 'sealed', secret: CLIENT_SECRET, ...flows },
    ],
  },
  {
    id: NAMES_POOL_ID,
    name: 'names',
    aliasAttributes: ['email'],
    isSelfSignUpAllowed: true,
    autoVerifiedAttributes: ['email'],
    passwordPolicy: {
      minimumLength: 8,
      requireUppercase: true,
      requireLowercase: true,
      requireNumbers: true,
      requireSymbols: true,
    },
    clients: [{ id: 'names', name: 'names', ...flows }],
  },
];

export const WRONG = 'not the password';

export type LiteralRow = readonly [message: string, say: (scene: LiteralScene) => Promise<Reply>];

export type LiteralTable = Readonly<Record<string, readonly LiteralRow[]>>;

export class LiteralScene {
  readonly clock: ManualClock;
  count = 0;
  #started: { readonly fixture: PoolFixture; readonly database: TestDatabase } | undefined;

  constructor(clock: ManualClock) {
    this.clock = clock;
  }

  async start(): Promise<void> {
    const database = await testDatabase();
    const pools = LITERAL_POOLS;
    const fixture = await startPool(database.connectionString, { clock: this.clock, pools });
    this.#started = { fixture, database };
  }

  async end(): Promise<void> {
    await this.fixture.close();
    await this.#started?.database.drop();
  }

  get fixture(): PoolFixture {
    return defined(this.#started, 'the scene has not started').fixture;
  }

  get connectionString(): string {
    return defined(this.#started, 'the scene has not started').database.connectionString;
  }

  /** A client with PreventUserExistenceErrors. */
  get open(): SignInDriver {
    return createDriver(this.fixture, { poolId: POOL_ID, clientId: 'open', clock: this.clock });
  }

  /** A client with LEGACY errors. */
  get frank(): SignInDriver {
    return createDriver(this.fixture, { poolId: POOL_ID, clientId: 'frank', clock: this.clock });
  }

  get email(): string {
    return `literal${this.count}@example.org`;
  }

  target() {
    return { UserPoolId: POOL_ID, Username: this.email };
  }

  async signUp(more: object = {}, ClientId = 'open'): Promise<Reply> {
    return await this.fixture.call('SignUp', { ClientId, Username: this.email, Password: PASSWORD, ...more });
  }

  async named(Username: string, more: object = {}): Promise<Reply> {
    const Password = 'Aa1!aaaaaa-Kettle';
    return await this.fixture.call('SignUp', { ClientId: 'names', Username, Password, ...more });
  }

  async atNames(Password: string): Promise<Reply> {
    return await this.named(`name${this.count}`, { Password });
  }

  async asked(operation: string, more: object = {}, ClientId = 'frank'): Promise<Reply> {
    return await this.fixture.call(operation, { ClientId, Username: this.email, ...more });
  }

  async withToken(operation: string, more: object = {}): Promise<Reply> {
    const AccessToken = await this.open.accessToken(this.email);
    return await this.fixture.call(operation, { AccessToken, ...more });
  }

  async getUser(AccessToken: string): Promise<Reply> {
    return await this.fixture.call('GetUser', { AccessToken });
  }

  async refresh(RefreshToken: unknown): Promise<Reply> {
    return await this.fixture.call('GetTokensFromRefreshToken', { ClientId: 'open', RefreshToken });
  }

  async newPassword(of: unknown): Promise<Reply> {
    const responses = { USERNAME: this.email, NEW_PASSWORD: PASSWORD };
    return await this.open.answer('NEW_PASSWORD_REQUIRED', of, responses);
  }

  async invite(): Promise<void> {
    const invitation = { TemporaryPassword: TEMPORARY, MessageAction: 'SUPPRESS' };
    await this.fixture.admin('AdminCreateUser', { ...this.target(), ...invitation });
  }

  async enableTotp(): Promise<string> {
    await this.open.createUser(this.email);
    const secret = await this.open.setUpTotp(this.email);
    await this.withToken('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: true } });
    return secret;
  }

  async resign(token: string, changes: object): Promise<string> {
    const store = connectDatabase({ connectionString: this.connectionString }, () => undefined);
    const keys = createSigningKeys({ db: store.db, vault: createVault(KEY), clock: this.clock });
    const { privateKey } = await keys.get(POOL_ID, 'access');
    await store.close();
    const { kid = '' } = decodeProtectedHeader(token);
    const claims = { ...decodeJwt(token), ...changes };
    return await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  }
}
