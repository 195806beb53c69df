import { type WebhookEvent, type WebhookEventGroup, WEBHOOK_EVENTS_OF } from '@coffer/contracts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { useText } from './texts.ts';
import styles from './webhooks.module.css';

interface EventChoiceProps {
  readonly group: WebhookEventGroup;
  readonly chosen: readonly WebhookEvent[];
  readonly onChange: (chosen: readonly WebhookEvent[]) => void;
}

/** A checkbox for each event of a group and, if there are several, one that selects all. */
export function EventChoice({ group, chosen, onChange }: EventChoiceProps) {
  const text = useText();
  const all: readonly WebhookEvent[] = WEBHOOK_EVENTS_OF[group];
  const count = all.filter((event) => chosen.includes(event)).length;
  const others = chosen.filter((event) => !all.includes(event));
  const toggle = (event: WebhookEvent): void =>
    onChange(chosen.includes(event) ? chosen.filter((each) => each !== event) : [...chosen, event]);
  return (
    <fieldset className={styles['choices']}>
      <legend>{text(`webhooks.group.${group}`)}</legend>
      {all.length > 1 && (
        <Checkbox
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < all.length;
          }}
          checked={count === all.length}
          onChange={() => onChange(count === all.length ? others : [...others, ...all])}
        >
          {text('webhooks.events.all')}
        </Checkbox>
      )}
      <div className={styles['columns']}>
        {all.map((event) => (
          <Checkbox key={event} checked={chosen.includes(event)} onChange={() => toggle(event)}>
            {text(`webhooks.event.${event}`)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
