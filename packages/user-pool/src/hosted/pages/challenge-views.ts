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
  const { messages } = context;
  switch (challenge.name) {
    case 'NEW_PASSWORD_REQUIRED':
      return viewNewPassword(input);
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'EMAIL_OTP':
      return viewCode(input, sentTo(input));
    case 'SOFTWARE_TOKEN_MFA':
      return viewCode(input, messages.text('codeFromApp'));
    case 'SELECT_MFA_TYPE':
      return viewChoice(
        input,
        messages.text('selectFactorTitle'),
        listOf(challenge.parameters['MFAS_CAN_CHOOSE']),
      );
    case 'SELECT_CHALLENGE':
      return challenge.choice === 'PASSWORD'
        ? viewPassword(input)
        : viewChoice(input, messages.text('selectFirstTitle'), challenge.available);
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
  const { messages } = context;
  const title = messages.text('newPasswordTitle');
  const names = requiredAttributes(challenge);
  return {
    title,
    body: html`${intro(title, messages.text('newPasswordIntro'))}
${challengeForm(
  input,
  html`${hiddenName(input)}
${attributeFields(context, names, { errors, values })}
${newPasswordFields(context, errors, { isFocused: names.length === 0 })}
${button(messages.text('savePassword'))}`,
)}`,
  };
}

function sentTo({ context, challenge }: ViewInput): string {
  const destination = challenge.parameters['CODE_DELIVERY_DESTINATION'];
  return destination === undefined
    ? context.messages.text('codeSent')
    : context.messages.text('codeSentTo', { destination: isolate(destination) });
}

/** Wraps text in FIRST STRONG ISOLATE, which keeps the direction of an address inside text of the other direction. */
function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

function viewCode(input: ViewInput, explanation: string): ChallengeView {
  const { messages } = input.context;
  const title = messages.text('codeTitle');
  return {
    title,
    body: html`${intro(title, explanation)}
${challengeForm(input, html`${codeField(messages, input.errors)}${button(messages.text('check'))}`)}`,
  };
}

function viewChoice(input: ViewInput, title: string, offered: readonly string[]): ChallengeView {
  const { messages } = input.context;
  const shown = offered.filter((name) => Object.hasOwn(FACTORS, name));
  const choices = shown.map((name) =>
    button(messages.text(FACTORS[name] ?? 'continue'), { kind: 'secondary', name: 'choice', value: name }),
  );
  return {
    title,
    body: html`${intro(title)}${challengeForm(input, html`<div class="stack" id="choice">${choices}</div>`)}`,
  };
}

function viewPassword(input: ViewInput): ChallengeView {
  const { messages } = input.context;
  const title = messages.text('password');
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
${challengeForm(input, html`${hiddenName(input)}${field(messages, shown, input.errors)}${button(messages.text('signIn'))}`)}`,
  };
}

function viewSetUp(input: ViewInput): ChallengeView {
  const { context, challenge, errors } = input;
  const { messages } = context;
  const title = messages.text('setUpTitle');
  if (challenge.choice === undefined) {
    const offered = listOf(challenge.parameters['MFAS_CAN_SETUP']);
    const choices = [
      ['SOFTWARE_TOKEN_MFA', 'setUpApp'] as const,
      ['EMAIL_OTP', 'setUpEmail'] as const,
    ].filter(([name]) => offered.includes(name));
    return {
      title,
      body: html`${intro(title, messages.text('setUpIntro'))}
${challengeForm(input, html`<div class="stack" id="choice">${choices.map(([value, key]) => button(messages.text(key), { kind: 'secondary', name: 'choice', value }))}</div>`)}`,
    };
  }
  if (challenge.choice === 'EMAIL_OTP') {
    const shown = {
      name: 'email',
      label: messages.text('email'),
      type: 'email',
      autocomplete: 'email',
      isFocused: true,
    } as const;
    return {
      title,
      body: html`${intro(title, messages.text('setUpEmailIntro'))}
${challengeForm(input, html`${field(messages, shown, errors)}${button(messages.text('continue'))}`)}`,
    };
  }
  return viewAppSetUp(input, challenge.secret ?? '');
}

function viewAppSetUp(input: ViewInput, secret: string): ChallengeView {
  const { context, errors } = input;
  const { messages, interaction } = context;
  const title = messages.text('setUpAppTitle');
  const issuer = interaction.client.pool.name;
  const label = encodeURIComponent(`${issuer}:${interaction.progress.name ?? ''}`);
  const address = `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer }).toString().replaceAll('+', '%20')}`;
  return {
    title,
    body: html`${intro(title, messages.text('setUpAppIntro'))}
<div class="qr" role="img" aria-label="${messages.text('setUpQr')}">${qrCode(address)}</div>
<div class="stack"><p class="label" id="key-label">${messages.text('setUpKey')}</p>
<code class="secret" dir="ltr" aria-labelledby="key-label" role="group">${secret.match(/.{1,4}/g)?.join(' ') ?? ''}</code>
<a href="${address}">${messages.text('openInApp')}</a></div>
${challengeForm(input, html`${codeField(messages, errors)}${button(messages.text('check'))}`)}`,
  };
}

/** The SVG contains only generated numbers, so it needs no escaping. */
function qrCode(text: string): PageBody {
  const svg = renderSVG(text, { border: 0 });
  return html`${raw(svg.replace('<svg ', '<svg aria-hidden="true" focusable="false" '))}`;
}

function viewQuestion(input: ViewInput): ChallengeView {
  const { context, challenge, errors } = input;
  const { messages } = context;
  const isCode = challenge.parameters['CODE_DELIVERY_DESTINATION'] !== undefined;
  const title = messages.text(isCode ? 'codeTitle' : 'questionTitle');
  const question = isCode ? sentTo(input) : (challenge.parameters['question'] ?? '');
  const shown = {
    name: 'answer',
    label: messages.text(isCode ? 'code' : 'answer'),
    autocomplete: isCode ? 'one-time-code' : 'off',
    isCode,
    isFocused: true,
  } as const;
  return {
    title,
    body: html`${intro(title, ...(question === '' ? [] : [question]))}
${challengeForm(input, html`${field(messages, shown, errors)}${button(messages.text('continue'))}`)}`,
  };
}

function viewPasskey(input: ViewInput): ChallengeView {
  const { context, challenge } = input;
  const { messages } = context;
  const title = messages.text('passkeyTitle');
  const options = challenge.parameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}';
  return {
    title,
    hasScript: true,
    body: html`${intro(title, messages.text('passkeyIntro'))}
<noscript><div class="banner danger"><p>${messages.text('needsScript')}</p></div></noscript>
<div class="banner danger" role="alert" tabindex="-1" data-failure hidden><p>${messages.text('passkeyFailed')}</p></div>
${challengeForm(
  input,
  html`<input type="hidden" name="credential" value="">${button(messages.text('passkeyStart'))}`,
  html`data-options="${options}"`,
)}`,
  };
}
