import type { SignInMethods } from '@coffer/contracts';
import { KeyRound } from 'lucide-react';
import { hasPasskeys } from '../../lib/passkeys/has-passkeys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';

/** A way to sign in other than the password form: another first factor or an issuer. */
export type WayIn =
  | { readonly kind: 'first'; readonly id: 'passkey' | 'choice' | 'custom' }
  | { readonly kind: 'issuer'; readonly id: string };

interface OtherWaysProps {
  readonly offers: SignInMethods;
  readonly busyWith: string | undefined;
  readonly onChoose: (way: WayIn) => void;
}

/** Offers the ways to sign in that both the server and the browser support. */
export function OtherWays({ offers, busyWith, onChoose }: OtherWaysProps) {
  const text = useText();
  const firsts = (['passkey', 'choice', 'custom'] as const).filter(
    (first) => offers[first] && (first !== 'passkey' || hasPasskeys()),
  );
  return (
    <>
      {firsts.length + offers.issuers.length > 0 && (
        <div className={styles['ways']}>
          <p className={styles['or']}>{text('sign-in.or')}</p>
          {firsts.map((id) => (
            <Button
              key={id}
              isWide
              {...(id === 'passkey' ? { icon: KeyRound } : {})}
              isBusy={busyWith === id}
              onClick={() => onChoose({ kind: 'first', id })}
            >
              {text(`sign-in.with.${id}`)}
            </Button>
          ))}
          {offers.issuers.map(({ id, name }) => (
            <Button
              key={`issuer ${id}`}
              isWide
              isBusy={busyWith === id}
              onClick={() => onChoose({ kind: 'issuer', id })}
            >
              {text('sign-in.with.issuer', { name })}
            </Button>
          ))}
        </div>
      )}
      {!offers.reset && !offers.mail && (
        <p className={styles['forgotten']}>{text('sign-in.resetByAdministrator')}</p>
      )}
      {(offers.reset || offers.signUp) && (
        <p className={styles['doors']}>
          {offers.reset && <Link href="/reset">{text('sign-in.toReset')}</Link>}
          {offers.signUp && <Link href="/sign-up">{text('sign-in.toSignUp')}</Link>}
        </p>
      )}
    </>
  );
}
