import type { Client } from '../../store/pools.ts';
import type { PageContext } from './page-context.ts';
import type { Field } from './layout.ts';
import type { MessageKey } from './messages/en.ts';

export function nameLabel(client: Client): MessageKey {
  const { usernameAttributes, aliasAttributes } = client.pool.settings;
  const isEmail = usernameAttributes.includes('email');
  const isPhone = usernameAttributes.includes('phone_number');
  if (isEmail && isPhone) return 'emailOrPhone';
  if (isEmail) return 'email';
  if (isPhone) return 'phone';
  return aliasAttributes.includes('email') ? 'usernameOrEmail' : 'username';
}

export function nameField(
  context: PageContext,
  options: {
    readonly autocomplete: string;
    readonly isFocused?: boolean;
    readonly value?: string | undefined;
  },
): Field {
  const { interaction, messages } = context;
  const key = nameLabel(interaction.client);
  const { loginHint } = interaction.request.parameters;
  return {
    name: 'username',
    label: messages.text(key),
    type: key === 'email' ? 'email' : key === 'phone' ? 'tel' : 'text',
    autocomplete: options.autocomplete,
    value: options.value ?? interaction.progress.name ?? loginHint,
    lengthMax: 128,
    isFocused: options.isFocused === true,
  };
}

export function readName(form: ReadonlyMap<string, string>): string {
  return (form.get('username') ?? '').trim().slice(0, 128);
}
