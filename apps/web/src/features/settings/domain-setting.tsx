import { LIMITS } from '@coffer/contracts';
import { X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { domainOf } from './domain-of.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

/** Domains are added one by one. Each change takes effect at once and can be undone. */
export function DomainSetting({ values, isDisabled, isPending, change }: SettingProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<'wrong' | 'repeated' | 'many'>();
  const area = useRef<HTMLDivElement>(null);
  useFocusInRows(area);
  const domains = values.joinDomains;
  const put = async (next: readonly string[]): Promise<void> =>
    await change(
      'joinDomains',
      { joinDomains: next },
      next.length === 0 ? text('settings.joinDomains.none') : next.join(', '),
    );
  const handleAdd = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The list is sent as a whole, so that the next one needs the answer.
    if (isPending) return;
    const domain = domainOf(typed);
    if (domain === undefined) return setProblem('wrong');
    if (domains.includes(domain)) return setProblem('repeated');
    if (domains.length >= LIMITS.joinDomainsMax) return setProblem('many');
    setProblem(undefined);
    setTyped('');
    await put([...domains, domain].toSorted());
  };
  return (
    <div ref={area} className={styles['domains']}>
      <form noValidate onSubmit={(event) => void handleAdd(event)}>
        <SettingRow
          label={text('settings.joinDomains')}
          hint={text('settings.joinDomains.hint')}
          error={
            problem &&
            text(`settings.joinDomains.${problem}`, { domain: typed.trim(), count: LIMITS.joinDomainsMax })
          }
        >
          {(ids) => (
            <>
              <input
                {...ids}
                className={styles['domain']}
                dir="ltr"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                placeholder="example.org"
                disabled={isDisabled}
                value={typed}
                onChange={({ currentTarget }) => {
                  setTyped(currentTarget.value);
                  setProblem(undefined);
                }}
              />
              <Button type="submit" disabled={isDisabled} isBusy={isPending}>
                {text('settings.joinDomains.add')}
              </Button>
            </>
          )}
        </SettingRow>
      </form>
      {domains.length === 0 ? (
        <p className={styles['muted']}>{text('settings.joinDomains.none')}</p>
      ) : (
        <ul className={styles['listed']} aria-label={text('settings.joinDomains')}>
          {domains.map((domain) => (
            <li key={domain}>
              <bdi>{domain}</bdi>
              <IconButton
                icon={X}
                label={text('settings.joinDomains.remove', { domain })}
                disabled={isDisabled}
                aria-disabled={isPending || undefined}
                onClick={() => isPending || void put(domains.filter((each) => each !== domain))}
              />
            </li>
          ))}
        </ul>
      )}
      <Link href="/admin/audit?actions=joined">{text('settings.joinDomains.who')}</Link>
    </div>
  );
}
