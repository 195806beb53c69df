import { TextField } from '../../../ui/controls/text-field.tsx';
import { useText } from './texts.ts';

/** Lets password managers store the email address with the password. */
export function AddressField({ email }: { readonly email: string }) {
  const text = useText();
  return (
    <TextField
      name="username"
      label={text('link.email')}
      autoComplete="username"
      readOnly
      dir="ltr"
      defaultValue={email}
    />
  );
}
