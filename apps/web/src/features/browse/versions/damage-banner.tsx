import { Download, RotateCcw } from 'lucide-react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import type { Version } from '../../../api/versions.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Muted, Row, Stack } from '../../../ui/page/stack.tsx';
import { downloadFile } from '../actions/downloads.ts';
import { useText } from './texts.ts';
import type { VersionActions } from './version-item.tsx';

interface DamageBannerProps extends VersionActions {
  readonly current: Version;
  readonly whole: Version | undefined;
}

export function DamageBanner({ node, busyId, onRestore, current, whole }: DamageBannerProps) {
  const text = useText();
  const { number, date, dateTime } = useFormats();
  const { damage, damagedAt } = current;
  const isThere = damage !== 'missing';
  const { mayChange } = useSpaceRights();
  return (
    <Banner tone="danger" title={text('browse.damage.title')}>
      <Stack>
        <p>
          {damage !== null && text(`browse.damage.${damage}`)}{' '}
          {damagedAt !== null && text('browse.damage.since', { time: dateTime(damagedAt) })}
        </p>
        <p>
          {whole === undefined
            ? text('browse.damage.noWhole')
            : text('browse.damage.whole', { number: number(whole.number), date: date(whole.createdAt) })}
        </p>
        {((mayChange && whole !== undefined) || isThere) && (
          <Row>
            {mayChange && whole !== undefined && (
              <Button
                tone="primary"
                icon={RotateCcw}
                isBusy={busyId === whole.id}
                onClick={() => onRestore(whole)}
              >
                {text('browse.damage.restore', { number: number(whole.number) })}
              </Button>
            )}
            {isThere && (
              <Button icon={Download} onClick={() => void downloadFile(node.id)}>
                {text('browse.damage.download')}
              </Button>
            )}
          </Row>
        )}
        {isThere && <Muted>{text('browse.damage.risk')}</Muted>}
      </Stack>
    </Banner>
  );
}
