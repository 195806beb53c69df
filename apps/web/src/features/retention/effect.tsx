import { LIMITS, type RetentionEffect, type SpaceRetention } from '@coffer/contracts';
import { useQuery } from '../../api/calls/use-query.ts';
import { retentionEffectQuery, type RetentionValues } from '../../api/spaces/retention.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { currentValues, shortened as shortenedBy } from './draft.ts';
import type { RetentionDialogProps } from './dialog-props.ts';
import styles from './retention.module.css';
import { useText } from './texts.ts';
import { amount } from './value-choice.tsx';

interface EffectProps extends Pick<RetentionDialogProps, 'spaceId' | 'side'> {
  /** Undefined while a typed value is wrong. */
  readonly values: RetentionValues | undefined;
  readonly seen: SpaceRetention;
}

/** Says what the chosen values would delete, before they are saved. */
export function Effect({ spaceId, side, values, seen }: EffectProps) {
  const text = useText();
  const asked = values ?? currentValues(seen);
  const shortened = shortenedBy(asked, seen);
  const isShorter = seen.mayChange && (shortened.trash || shortened.versions);
  const isSettled = useSettled(JSON.stringify(asked)) === JSON.stringify(asked);
  const { data, failure } = useQuery(retentionEffectQuery(spaceId, side, asked), {
    isEnabled: isShorter && isSettled,
  });
  return (
    <output className={styles['effect']}>
      {isShorter && data === undefined && failure === undefined && (
        <p className={styles['intro']}>{text('retention.effect.counting')}</p>
      )}
      {isShorter && data !== undefined && (
        <Banner tone={isNothing(data, shortened) ? 'info' : 'warning'}>
          <EffectWords due={data} values={asked} shortened={shortened} />
          {seen.isOnHold ? (
            <p>{text('retention.effect.held')}</p>
          ) : (
            !isNothing(data, shortened) && <p>{text('retention.effect.undo')}</p>
          )}
        </Banner>
      )}
    </output>
  );
}

type Shortened = ReturnType<typeof shortenedBy>;

/** Whether nothing that is there now would be deleted. What is due without the change does not count. */
export function isNothing({ trashItems, versions }: RetentionEffect, shortened: Shortened): boolean {
  return (!shortened.trash || trashItems === 0) && (!shortened.versions || versions === 0);
}

interface EffectWordsProps {
  readonly due: RetentionEffect;
  readonly values: RetentionValues;
  readonly shortened: Shortened;
}

export function EffectWords({ due, values, shortened }: EffectWordsProps) {
  const text = useText();
  const { number } = useFormats();
  const { trashItems, versions } = due;
  const shown = (count: number): string =>
    count >= LIMITS.retentionCountedMax ? text('retention.atLeast', { count: number(count) }) : number(count);
  if (isNothing(due, shortened)) return <p>{text('retention.effect.none')}</p>;
  return (
    <>
      {shortened.trash && trashItems > 0 && (
        <p>
          {text('retention.effect.trash', {
            count: trashItems,
            shown: shown(trashItems),
            age: amount(text, 'trashDays', values.trashDays),
          })}
        </p>
      )}
      {shortened.versions && versions > 0 && (
        <p>{text('retention.effect.versions', { count: versions, shown: shown(versions) })}</p>
      )}
    </>
  );
}
