import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { alertIn, enterPassword, expectFiles } from './sign-in/sign-in-steps.ts';
import { HOSTED_CLIENT, PASSWORD, type SignInWorld, startSignInWorld } from './sign-in/sign-in-world.ts';

const RIDDLES = fileURLToPath(import.meta.resolve('@coffer/user-pool/testing/riddle'));
const ANSWER = 'man-of-Thebes';
let strange: string | undefined;
let world: SignInWorld;

test.beforeAll(async () => {
  world = await startSignInWorld('choice,custom', hostedPages, {
    smsMfa: { isEnabled: true },
    firstFactors: ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP'],
    customAuth: { kind: 'module', path: RIDDLES },
  });
  const { pool, server } = world.pool;
  server.serve(async (request, connection) => estranged(await pool.fetch(request, connection)));
});

test.beforeEach(() => {
  strange = undefined;
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('requirement 21: a text message as second factor: a wrong code, a reload, a lost message, and the newest code', async ({
  page,
}) => {
  const { email, telephone } = await createCaller('sms', { SMSMfaSettings: { Enabled: true } });
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  const code = codeOf(page);
  await expect(page.getByText(/We texted /)).toBeVisible();
  await expect(page.getByText(telephone)).toHaveCount(0);
  const lost = await world.pool.lastCode(telephone);
  await code.fill(otherThan(lost));
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm it’s you' })).toBeVisible();
  await expect(page.getByText('Didn’t get a code? Start again.')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(code).toBeVisible();
  const newest = await world.pool.lastCode(telephone);
  expect(newest).not.toBe(lost);
  await code.fill(lost);
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await code.fill(newest);
  await expectFiles(page);
});

test('a text message instead of the password: sent again, and the code of the first message refused', async ({
  page,
}) => {
  const { email, telephone } = await createCaller('sms-first');
  await choose(page, email, 'Code by text message');
  const first = await world.pool.lastCode(telephone);
  await page.getByRole('button', { name: 'Send new code' }).click();
  await expect(page.getByText('We sent a new code.')).toBeVisible();
  const second = await world.pool.lastCode(telephone);
  await codeOf(page).fill(first);
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await page.reload();
  await expect(codeOf(page)).toBeVisible();
  await codeOf(page).fill(second);
  await expectFiles(page);
});

test('a code by mail instead of the password: a reload, another way, the way back, and mail after all', async ({
  page,
}) => {
  const { email, telephone } = await createCaller('mail-first');
  await choose(page, email, 'Code by email');
  await page.reload();
  await expect(page.getByText('We sent a code to')).toBeVisible();
  await page.getByRole('button', { name: 'Use another method' }).click();
  await page.getByRole('button', { name: 'Code by text message' }).click();
  await expect(page.getByText(/We texted /)).toBeVisible();
  const byTelephone = await world.pool.lastCode(telephone);
  await page.goBack();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
  await page.goForward();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
  await page.getByRole('button', { name: 'Other ways to sign in' }).click();
  await page.getByRole('button', { name: 'Code by email' }).click();
  await expect(codeOf(page)).toBeVisible();
  await codeOf(page).fill(byTelephone);
  await expect(page.getByText('4 attempts left')).toBeVisible();
  await codeOf(page).fill(await world.pool.lastCode(email));
  await expectFiles(page);
});

test('a code by mail instead of the password that comes too late', async ({ page }) => {
  await page.clock.install();
  const { email } = await createCaller('mail-late');
  await choose(page, email, 'Code by email');
  await page.clock.fastForward('14:30');
  await expect(page.getByRole('timer')).toHaveText(/^0:/);
  await page.clock.fastForward('00:31');
  await expect(page.getByRole('heading', { level: 1, name: 'This sign-in timed out' })).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
});

test('a code that is pressed twice is given once', async ({ page }) => {
  const { email } = await createCaller('twice', { EmailMfaSettings: { Enabled: true } });
  const answers: string[] = [];
  await page.route('**/api/v1/sign-in/answer', async (route) => {
    answers.push(String(route.request().postDataJSON().challenge));
    await route.continue();
  });
  await page.goto(`${world.coffer.url}/sign-in`);
  await enterPassword(page, { email, password: PASSWORD });
  await expect(codeOf(page)).toBeVisible();
  const code = await world.pool.lastCode(email);
  // The last digit submits.
  await page.evaluate((typed) => {
    const field = document.querySelector<HTMLInputElement>('input[name=code]');
    const form = field?.form;
    if (field === null || form === null || form === undefined) throw new Error('there is no field');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    form.requestSubmit();
    form.requestSubmit();
  }, code);
  await expectFiles(page);
  expect(answers).toEqual(['PASSWORD_VERIFIER', 'EMAIL_OTP']);
});

test("the pool's own questions, in rounds: each is answered anew", async ({ page }) => {
  const { email } = await createCaller('riddles');
  await begin(page, email, 'Sign in without a password');
  const answer = page.getByLabel('Your answer');
  await expect(page.getByText('What walks on four legs in the morning?')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Enter your answer.')).toBeVisible();
  await answer.fill('a dog');
  await page.keyboard.press('Enter');
  await expect(page.getByText('One more question.')).toBeVisible();
  await expect(answer).toHaveValue('');
  await expect(answer).toBeFocused();
  await answer.fill(ANSWER);
  await page.keyboard.press('Enter');
  await expect(answer).toHaveValue('');
  await page.reload();
  await expect(page.getByText('What walks on four legs in the morning?')).toBeVisible();
  await answer.fill(ANSWER);
  await page.keyboard.press('Enter');
  await expectFiles(page);
});

test('three wrong answers end it, with the name kept', async ({ page }) => {
  const { email } = await createCaller('riddles-wrong');
  await begin(page, email, 'Sign in without a password');
  const answer = page.getByLabel('Your answer');
  for (const wrong of ['a dog', 'a cat']) {
    await answer.fill(wrong);
    await page.keyboard.press('Enter');
    await expect(answer).toHaveValue('');
  }
  await answer.fill('a horse');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
  await expect(alertIn(page)).toBeVisible();
});

for (const name of ['RETINA', 'DEVICE_SRP_AUTH']) {
  test(`a step that nobody here knows (${name}) is taken on the pool's own pages`, async ({ page }) => {
    const { email } = await createCaller(`strange-${name.toLowerCase()}`);
    await page.goto(`${world.coffer.url}/trash`);
    strange = name;
    await enterPassword(page, { email, password: PASSWORD });
    await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
    await expect(page.getByText(name)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('timer')).toBeVisible();
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.getByLabel('Email or user name')).toHaveValue(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Go to sign-in page' }).click();
    strange = undefined;
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  });
}

test("the pool's own pages cannot be reached: the sign-in begins anew and says so", async ({ page }) => {
  const { email } = await createCaller('strange-lost');
  await page.goto(`${world.coffer.url}/sign-in`);
  strange = 'RETINA';
  await enterPassword(page, { email, password: PASSWORD });
  await page.route('**/api/v1/sign-in/redirect', (route) => route.abort());
  await page.getByRole('button', { name: 'Go to sign-in page' }).click();
  await expect(alertIn(page)).toBeVisible();
  await expect(page.getByLabel('Email or user name')).toHaveValue(email);
});

async function hostedPages({ poolIssuer }: { readonly poolIssuer: string }): Promise<readonly object[]> {
  const { id: clientId, secret: clientSecret } = HOSTED_CLIENT;
  return [{ id: 'hosted', name: 'Hosted', issuer: poolIssuer, clientId, clientSecret, logout: 'cognito' }];
}

/** Simulates a future challenge with an unknown name. */
async function estranged(answer: Response): Promise<Response> {
  if (strange === undefined || !answer.headers.get('content-type')?.includes('amz-json')) return answer;
  const body: Record<string, unknown> = await answer.json();
  const isEnd = 'AuthenticationResult' in body;
  const { AuthenticationResult: _, ...rest } = body;
  const changed = isEnd
    ? { ...rest, ChallengeName: strange, Session: 'x'.repeat(64), ChallengeParameters: {} }
    : body;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(JSON.stringify(changed), { status: answer.status, headers });
}

let numbers = 0;

async function createCaller(
  name: string,
  factors?: object,
): Promise<{ readonly email: string; readonly telephone: string }> {
  numbers += 1;
  const email = await world.createPerson(name);
  const telephone = `+4930${String(1_000_000 + numbers)}`;
  await world.admin('AdminUpdateUserAttributes', {
    Username: email,
    UserAttributes: [
      { Name: 'phone_number', Value: telephone },
      { Name: 'phone_number_verified', Value: 'true' },
    ],
  });
  if (factors !== undefined) await world.admin('AdminSetUserMFAPreference', { Username: email, ...factors });
  return { email, telephone };
}

async function begin(page: Page, email: string, way: string): Promise<void> {
  await page.goto(`${world.coffer.url}/sign-in`);
  await page.getByLabel('Email or user name').fill(email);
  await page.getByRole('button', { name: way }).click();
}

async function choose(page: Page, email: string, way: string): Promise<void> {
  await begin(page, email, 'Other ways to sign in');
  await page.getByRole('button', { name: way }).click();
  await expect(codeOf(page)).toBeVisible();
}

function codeOf(page: Page) {
  return page.getByLabel('Code', { exact: true });
}

function otherThan(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
