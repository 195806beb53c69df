import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import type { PendingChallenge } from '../interaction.ts';
import { requiredAttributes } from './challenge-answers.ts';
import { attributeFields, codeField, newPasswordFields } from './fields.ts';
import { button, field, type FieldError, intro, type PageBody } from './layout.ts';
import type { MessageKey } from './messages/en.ts';
import { type PageContext, pageForm } from './page-context.ts';
import { listOf } from './sign-in-flow.ts';

export interface ChallengeView {
  readonly title: string;
  readonly body: PageBody;
  readonly hasScript?: boolean;
}

interface ViewInput {
  readonly context: PageContext;
  readonly challenge: PendingChallenge;
  readonly errors: readonly FieldError[];
  readonly values: ReadonlyMap<string, string>;
}

const FACTORS: Readonly<Record<string, MessageKey>> = {
  PASSWORD: 'factorPassword',
  SOFTWARE_TOKEN_MFA: 'factorApp',
  SMS_MFA: 'factorSms',
  SMS_OTP: 'factorSms',
  EMAIL_OTP: 'factorEmail',
  WEB_AUTHN: 'factorPasskey',
};

export function viewChallenge(input: ViewInput): ChallengeView | undefined {
  const { context, challenge } = input;
  const { words } = context;
  switch (challenge.name) {
    case 'NEW_PASSWORD_REQUIRED':
      return viewNewPassword(input);
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'EMAIL_OTP':
      return viewCode(input, sentTo(input));
    case 'SOFTWARE_TOKEN_MFA':
      return viewCode(input, words.say('codeFromApp'));
    case 'SELECT_MFA_TYPE':
      return viewChoice(
        input,
        words.say('selectFactorTitle'),
        listOf(challenge.parameters['MFAS_CAN_CHOOSE']),
      );
    case 'SELECT_CHALLENGE':
      return challenge.choice === 'PASSWORD'
        ? viewPassword(input)
        : viewChoice(input, words.say('selectFirstTitle'), challenge.available);
    case 'PASSWORD':
      return viewPassword(input);
    case 'MFA_SETUP':
      return viewSetUp(input);
    case 'CUSTOM_CHALLENGE':
      return viewQuestion(input);
    case 'WEB_AUTHN':
      return viewPasskey(input);
    case 'PASSWORD_VERIFIER':
    case 'PASSWORD_SRP':
    case 'DEVICE_SRP_AUTH':
    case 'DEVICE_PASSWORD_VERIFIER':
    case 'ADMIN_NO_SRP_AUTH':
      return undefined;
  }
}

function challengeForm(input: ViewInput, children: PageBody, attributes?: PageBody): PageBody {
  return pageForm(input.context, {
    action: 'challenge',
    children,
    ...(attributes === undefined ? {} : { attributes }),
  });
}

/** Allows password managers to find the username. */
function hiddenName({ context }: ViewInput): PageBody {
  const name = context.interaction.progress.name ?? '';
  return html`<input type="text" name="username" autocomplete="username" value="${name}" readonly hidden>`;
}

function viewNewPassword(input: ViewInput): ChallengeView {
  const { context, challenge, errors, values } = input;
  const { words } = context;
  const title = words.say('newPasswordTitle');
  const names = requiredAttributes(challenge);
  return {
    title,
    body: html`${intro(title, words.say('newPasswordIntro'))}
${challengeForm(
  input,
  html`${hiddenName(input)}
${attributeFields(context, names, { errors, values })}
${newPasswordFields(context, errors, { isFocused: names.length === 0 })}
${button(words.say('savePassword'))}`,
)}`,
  };
}

function sentTo({ context, challenge }: ViewInput): string {
  const destination = challenge.parameters['CODE_DELIVERY_DESTINATION'];
  return destination === undefined
    ? context.words.say('codeSent')
    : context.words.say('codeSentTo', { destination: isolate(destination) });
}

/** First strong isolate: keeps the direction of an address inside text of the other direction. */
function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

function viewCode(input: ViewInput, explanation: string): ChallengeView {
  const { words } = input.context;
  const title = words.say('codeTitle');
  return {
    title,
    body: html`${intro(title, explanation)}
${challengeForm(input, html`${codeField(words, input.errors)}${button(words.say('check'))}`)}`,
  };
}

function viewChoice(input: ViewInput, title: string, offered: readonly string[]): ChallengeView {
  const { words } = input.context;
  const shown = offered.filter((name) => Object.hasOwn(FACTORS, name));
  const choices = shown.map((name) =>
    button(words.say(FACTORS[name] ?? 'continue'), { kind: 'secondary', name: 'choice', value: name }),
  );
  return {
    title,
    body: html`${intro(title)}${challengeForm(input, html`<div class="stack" id="choice">${choices}</div>`)}`,
  };
}

function viewPassword(input: ViewInput): ChallengeView {
  const { words } = input.context;
  const title = words.say('password');
  const shown = {
    name: 'password',
    label: title,
    type: 'password',
    autocomplete: 'current-password',
    isFocused: true,
  } as const;
  return {
    title,
    body: html`${intro(title)}
${challengeForm(input, html`${hiddenName(input)}${field(words, shown, input.errors)}${button(words.say('signIn'))}`)}`,
  };
}

function viewSetUp(input: ViewInput): ChallengeView {
  const { context, challenge, errors } = input;
  const { words } = context;
  const title = words.say('setUpTitle');
  if (challenge.choice === undefined) {
    const offered = listOf(challenge.parameters['MFAS_CAN_SETUP']);
    const choices = [
      ['SOFTWARE_TOKEN_MFA', 'setUpApp'] as const,
      ['EMAIL_OTP', 'setUpEmail'] as const,
    ].filter(([name]) => offered.includes(name));
    return {
      title,
      body: html`${intro(title, words.say('setUpIntro'))}
${challengeForm(input, html`<div class="stack" id="choice">${choices.map(([value, key]) => button(words.say(key), { kind: 'secondary', name: 'choice', value }))}</div>`)}`,
    };
  }
  if (challenge.choice === 'EMAIL_OTP') {
    const shown = {
      name: 'email',
      label: words.say('email'),
      type: 'email',
      autocomplete: 'email',
      isFocused: true,
    } as const;
    return {
      title,
      body: html`${intro(title, words.say('setUpEmailIntro'))}
${challengeForm(input, html`${field(words, shown, errors)}${button(words.say('continue'))}`)}`,
    };
  }
  return viewAppSetUp(input, challenge.secret ?? '');
}

function viewAppSetUp(input: ViewInput, secret: string): ChallengeView {
  const { context, errors } = input;
  const { words, interaction } = context;
  const title = words.say('setUpAppTitle');
  const issuer = interaction.client.pool.name;
  const label = encodeURIComponent(`${issuer}:${interaction.progress.name ?? ''}`);
  const address = `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer }).toString().replaceAll('+', '%20')}`;
  return {
    title,
    body: html`${intro(title, words.say('setUpAppIntro'))}
<div class="qr" role="img" aria-label="${words.say('setUpQr')}">${qrCode(address)}</div>
<div class="stack"><p class="label" id="key-label">${words.say('setUpKey')}</p>
<code class="secret" dir="ltr" aria-labelledby="key-label" role="group">${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code>
<a href="${address}">${words.say('openInApp')}</a></div>
${challengeForm(input, html`${codeField(words, errors)}${button(words.say('check'))}`)}`,
  };
}

/** The SVG contains only generated numbers, so it needs no escaping. */
function qrCode(text: string): PageBody {
  const svg = renderSVG(text, { border: 0 });
  return html`${raw(svg.replace('<svg ', '<svg aria-hidden="true" focusable="false" '))}`;
}

function viewQuestion(input: ViewInput): ChallengeView {
  const { context, challenge, errors } = input;
  const { words } = context;
  const isCode = challenge.parameters['CODE_DELIVERY_DESTINATION'] !== undefined;
  const title = words.say(isCode ? 'codeTitle' : 'questionTitle');
  const question = isCode ? sentTo(input) : (challenge.parameters['question'] ?? '');
  const shown = {
    name: 'answer',
    label: words.say(isCode ? 'code' : 'answer'),
    autocomplete: isCode ? 'one-time-code' : 'off',
    isCode,
    isFocused: true,
  } as const;
  return {
    title,
    body: html`${intro(title, ...(question === '' ? [] : [question]))}
${challengeForm(input, html`${field(words, shown, errors)}${button(words.say('continue'))}`)}`,
  };
}

function viewPasskey(input: ViewInput): ChallengeView {
  const { context, challenge } = input;
  const { words } = context;
  const title = words.say('passkeyTitle');
  const options = challenge.parameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}';
  return {
    title,
    hasScript: true,
    body: html`${intro(title, words.say('passkeyIntro'))}
<noscript><div class="banner danger"><p>${words.say('needsScript')}</p></div></noscript>
<div class="banner danger" role="alert" tabindex="-1" data-failure hidden><p>${words.say('passkeyFailed')}</p></div>
${challengeForm(
  input,
  html`<input type="hidden" name="credential" value="">${button(words.say('passkeyStart'))}`,
  html`data-options="${options}"`,
)}`,
  };
}
