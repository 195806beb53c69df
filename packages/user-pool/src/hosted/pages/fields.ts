import { html } from 'hono/html';
import type { Client } from '../../store/pools.ts';
import { ATTRIBUTE_PREFIX } from './challenge-answers.ts';
import { type Field, type FieldError, field, type PageBody } from './layout.ts';
import type { MessageKey } from './messages/en.ts';
import type { PageContext } from './page-context.ts';
import type { PageMessages } from './page-messages.ts';

export function newPasswordFields(
  context: PageContext,
  errors: readonly FieldError[],
  options: { readonly isFocused?: boolean; readonly isFirst?: boolean } = {},
): PageBody {
  const { messages, interaction } = context;
  const [label, again] =
    options.isFirst === true
      ? (['password', 'repeatFirst'] as const)
      : (['newPassword', 'repeatPassword'] as const);
  const shared = { type: 'password', autocomplete: 'new-password' } as const;
  return html`
${field(messages, { ...shared, name: 'password', label: messages.text(label), hint: passwordRules(messages, interaction.client), isFocused: options.isFocused === true }, errors)}
${field(messages, { ...shared, name: 'repeat', label: messages.text(again) }, errors)}`;
}

function passwordRules(messages: PageMessages, client: Client): PageBody {
  const policy = client.pool.settings.passwordPolicy;
  const rules = [
    messages.text('ruleLength', { count: String(policy.minimumLength) }),
    ...(policy.requireUppercase ? [messages.text('ruleUppercase')] : []),
    ...(policy.requireLowercase ? [messages.text('ruleLowercase')] : []),
    ...(policy.requireNumbers ? [messages.text('ruleNumber')] : []),
    ...(policy.requireSymbols ? [messages.text('ruleSymbol')] : []),
    ...(policy.refuseCommon ? [messages.text('ruleCommon')] : []),
  ];
  return html`<p>${messages.text('passwordRules')}</p><ul class="rules">${rules.map((rule) => html`<li>${rule}</li>`)}</ul>`;
}

export function codeField(messages: PageMessages, errors: readonly FieldError[]): PageBody {
  const shown: Field = {
    name: 'code',
    label: messages.text('code'),
    autocomplete: 'one-time-code',
    isCode: true,
    isFocused: true,
    lengthMax: 64,
  };
  return field(messages, shown, errors);
}

interface AttributeLook {
  readonly label: MessageKey;
  readonly autocomplete: string;
  readonly type?: 'email' | 'tel' | 'date' | 'url';
  readonly hint?: MessageKey;
}

const ATTRIBUTES: Readonly<Record<string, AttributeLook>> = {
  email: { label: 'email', autocomplete: 'email', type: 'email' },
  phone_number: { label: 'phone', autocomplete: 'tel', type: 'tel', hint: 'phoneHint' },
  name: { label: 'attributeName', autocomplete: 'name' },
  given_name: { label: 'attributeGivenName', autocomplete: 'given-name' },
  family_name: { label: 'attributeFamilyName', autocomplete: 'family-name' },
  nickname: { label: 'attributeNickname', autocomplete: 'nickname' },
  preferred_username: { label: 'attributePreferredUsername', autocomplete: 'nickname' },
  birthdate: { label: 'attributeBirthdate', autocomplete: 'bday', type: 'date' },
  address: { label: 'attributeAddress', autocomplete: 'street-address' },
  gender: { label: 'attributeGender', autocomplete: 'sex' },
  locale: { label: 'attributeLocale', autocomplete: 'language' },
  zoneinfo: { label: 'attributeZoneinfo', autocomplete: 'off' },
  website: { label: 'attributeWebsite', autocomplete: 'url', type: 'url' },
};

export function attributeFields(
  context: PageContext,
  names: readonly string[],
  filled: { readonly errors: readonly FieldError[]; readonly values?: ReadonlyMap<string, string> },
): readonly PageBody[] {
  const { messages } = context;
  return names.map((name) => {
    const look = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
    const id = `${ATTRIBUTE_PREFIX}${name}`;
    return field(
      messages,
      {
        name: id,
        label: look === undefined ? name.replace(/^custom:/, '') : messages.text(look.label),
        type: look?.type ?? 'text',
        autocomplete: look?.autocomplete ?? 'off',
        value: filled.values?.get(id),
        lengthMax: 2048,
        hint: look?.hint === undefined ? undefined : messages.text(look.hint),
      },
      filled.errors,
    );
  });
}
