import {
  INVITERS,
  MAIL_LANGUAGES,
  RETENTION_BOUNDS,
  RETENTION_KEYS,
  SETTING_RANGES,
  type SettingsView,
  SPACE_CREATORS,
} from '@coffer/contracts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { settingsQuery } from '../../api/administration/settings.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { LOCALES } from '../../lib/language/locales.ts';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Card } from '../../ui/page/card.tsx';
import { ChoiceSetting } from './choice-setting.tsx';
import { DomainSetting } from './domain-setting.tsx';
import { NumberSetting } from './number-setting.tsx';
import { SizeSetting } from './size-setting.tsx';
import styles from './settings.module.css';
import { SwitchSetting } from './switch-setting.tsx';
import { useText } from './texts.ts';
import { useChange } from './use-change.ts';

export function AdminSettings() {
  const text = useText();
  const answer = useQuery(settingsQuery());
  return (
    <Answered
      answer={answer}
      loading={text('settings.loading')}
      failed={{
        title: text('settings.failed'),
        reason: errorTexts().ofFailure(answer.failure),
        retry: text('settings.retry'),
      }}
    >
      {(view) => <Sections view={view} />}
    </Answered>
  );
}

function Sections({ view }: { readonly view: SettingsView }) {
  const text = useText();
  const { dateTime } = useFormats();
  const { change, isPending } = useChange(view);
  const { values, defaults, mayChange, deletesFrom } = view;
  const common = { values, defaults, change, isDisabled: !mayChange, isPending } as const;
  return (
    <div className={styles['sections']}>
      {!mayChange && (
        <Banner tone="info">
          <p>{text('settings.auditor')}</p>
        </Banner>
      )}
      {deletesFrom !== null && (
        <Banner tone="warning" title={text('settings.shorter', { when: dateTime(deletesFrom) })}>
          <p>{text('settings.shorter.text')}</p>
        </Banner>
      )}
      <Card title={text('settings.kept')} description={text('settings.kept.text')}>
        <div className={styles['rows']}>
          <NumberSetting {...common} name="trashDays" unit="days" range={SETTING_RANGES.trashDays} />
          <NumberSetting
            {...common}
            name="versionsKept"
            unit="versions"
            range={SETTING_RANGES.versionsKept}
          />
          <NumberSetting {...common} name="versionDays" unit="days" range={SETTING_RANGES.versionDays} />
          <NumberSetting {...common} name="purgedHours" unit="hours" range={SETTING_RANGES.purgedHours} />
        </div>
      </Card>
      <Card title={text('settings.bounds')} description={text('settings.bounds.text')}>
        <div className={styles['rows']}>
          {RETENTION_KEYS.flatMap((key) => {
            const [least, most] = RETENTION_BOUNDS[key];
            const unit = key === 'versionsKept' ? 'versions' : 'days';
            const [min, max] = SETTING_RANGES[key];
            return [
              <NumberSetting {...common} key={least} name={least} unit={unit} range={[min, values[most]]} />,
              <NumberSetting {...common} key={most} name={most} unit={unit} range={[values[least], max]} />,
            ];
          })}
        </div>
      </Card>
      <Card title={text('settings.room')} description={text('settings.room.text')}>
        <div className={styles['rows']}>
          <ChoiceSetting
            {...common}
            name="spaceCreators"
            options={SPACE_CREATORS.map((value) => ({
              value,
              label: text(`settings.spaceCreators.${value}`),
            }))}
          />
          <ChoiceSetting
            {...common}
            name="inviters"
            options={INVITERS.map((value) => ({ value, label: text(`settings.inviters.${value}`) }))}
          />
          <DomainSetting {...common} />
          <SizeSetting {...common} name="personQuotaBytes" />
          <SizeSetting {...common} name="spaceQuotaBytes" />
        </div>
      </Card>
      <Card title={text('settings.links')} description={text('settings.links.text')}>
        <div className={styles['rows']}>
          <SwitchSetting {...common} name="linksAllowed" />
          <SwitchSetting {...common} name="linksProtected" />
          <NumberSetting {...common} name="linkDaysMax" unit="days" range={SETTING_RANGES.linkDaysMax} />
        </div>
      </Card>
      <Card title={text('settings.mail')}>
        <div className={styles['rows']}>
          <ChoiceSetting
            {...common}
            name="mailLanguage"
            options={MAIL_LANGUAGES.map((value) => ({ value, label: LOCALES[value], lang: value }))}
          />
        </div>
      </Card>
      <Changes view={view} />
    </div>
  );
}

/** Who changed what, and when. */
function Changes({ view }: { readonly view: SettingsView }) {
  const text = useText();
  const { dateTime } = useFormats();
  if (view.changes.length === 0) return null;
  return (
    <Card title={text('settings.changes')}>
      <ul className={styles['changes']}>
        {view.changes.map(({ key, at, by }) => (
          <li key={key}>
            <span>{text(`settings.${key}`)}</span>
            <span className={styles['muted']}>
              <bdi>{by ?? text('settings.somebody')}</bdi>, <time dateTime={at}>{dateTime(at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
