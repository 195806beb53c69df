import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { endDevice, endOtherDevices, sessionsQuery } from '../../api/session/account.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Section } from '../../ui/page/section.tsx';
import { List, ListItem, Muted, Row, Words } from '../../ui/page/stack.tsx';
import { focusHeadingIfLost } from '../../ui/page/focus-heading.ts';
import { type Device, sortDevices } from './sort-devices.ts';
import { useText } from './texts.ts';

const REFRESH_MS = 5_000;
/** A device that was used within this time counts as in use. */
const NOW_MS = 60_000;
const TELEPHONE = /android|iphone|ios/i;

interface DevicesProps {
  readonly issuers: readonly { readonly id: string; readonly name: string }[];
}

export function Devices({ issuers }: DevicesProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const answer = useQuery(sessionsQuery());
  useEvery(REFRESH_MS, answer.refetch);
  return (
    <Answered
      answer={answer}
      loading={text('devices.loading')}
      failed={{
        title: text('devices.failed'),
        reason: ofFailure(answer.failure),
        retry: text('devices.retry'),
      }}
    >
      {({ items }) => (
        <Section title={text('devices.signedIn')} description={text('devices.intro')}>
          <List label={text('devices.title')}>
            {sortDevices(items).map((device) => (
              <DeviceItem key={device.id} device={device} issuers={issuers} now={new Date(answer.readAt)} />
            ))}
          </List>
          {items.every(({ isCurrent }) => isCurrent) ? <Muted>{text('devices.alone')}</Muted> : <EndOthers />}
        </Section>
      )}
    </Answered>
  );
}

interface DeviceItemProps extends DevicesProps {
  readonly device: Device;
  readonly now: Date;
}

function DeviceItem({ device, issuers, now }: DeviceItemProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const { dateTime } = useFormats();
  const name = device.device === '' ? text('devices.unknown') : device.device;
  const end = useMutation(() => endDevice(cache, device.id));
  const handleEnd = async (): Promise<void> => {
    const { failure } = await end.run();
    if (failure !== undefined) return;
    announce(text('devices.ended', { name }));
    focusHeadingIfLost();
  };
  const issuer = issuers.find(({ id }) => id === device.issuer)?.name ?? device.issuer;
  return (
    <ListItem>
      <Icon of={TELEPHONE.test(device.device) ? Smartphone : Monitor} size={24} />
      <Words>
        <strong>
          <bdi>{name}</bdi>
          {device.isCurrent && ` · ${text('devices.this')}`}
        </strong>
        <Muted>
          {device.isCurrent ? text('devices.active') : <LastSeen at={device.lastSeenAt} now={now} />}
          {device.address !== '' && (
            <>
              {' · '}
              <bdi>{device.address}</bdi>
            </>
          )}
        </Muted>
        <Muted>
          {issuer === null
            ? text('devices.since', { time: dateTime(device.signedInAt) })
            : text('devices.sinceBy', { time: dateTime(device.signedInAt), issuer })}
        </Muted>
        <Refusal words={ofFailure(end.failure)} />
      </Words>
      {!device.isCurrent && (
        <Button
          isBusy={end.isPending}
          aria-label={text('devices.endNamed', { name })}
          onClick={() => void handleEnd()}
        >
          {text('devices.end')}
        </Button>
      )}
    </ListItem>
  );
}

function LastSeen({ at, now }: { readonly at: string; readonly now: Date }) {
  const text = useText();
  const { relative } = useTimeFormats();
  const isNow = now.getTime() - new Date(at).getTime() < NOW_MS;
  return isNow ? text('devices.active') : text('devices.seen', { time: relative(at, now) });
}

function EndOthers() {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const [isAsking, setAsking] = useState(false);
  const end = useMutation(() => endOtherDevices(cache));
  const handleConfirm = async (): Promise<void> => {
    const { data } = await end.run();
    setAsking(false);
    if (data === undefined) return;
    announce(text('devices.endedOthers', { count: data }));
    focusHeadingIfLost();
  };
  return (
    <>
      <Refusal words={ofFailure(end.failure)} />
      <Row>
        <Button onClick={() => setAsking(true)}>{text('devices.endOthers')}</Button>
      </Row>
      <AlertDialog
        isOpen={isAsking}
        title={text('devices.confirm.title')}
        confirmLabel={text('devices.endOthers')}
        cancelLabel={text('devices.cancel')}
        isBusy={end.isPending}
        onConfirm={() => void handleConfirm()}
        onClose={() => setAsking(false)}
      >
        <p>{text('devices.confirm.text')}</p>
      </AlertDialog>
    </>
  );
}
