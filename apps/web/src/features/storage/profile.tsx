import { LIMITS, type StorageReport, type StoreCapabilities } from '@coffer/contracts';
import { useFormats } from '../../lib/language/format.ts';
import { Checklist } from '../../ui/controls/checklist.tsx';
import styles from './storage.module.css';
import { useText } from './texts.ts';

const CHECKSUMS = { sha256: 'SHA-256', crc64nvme: 'CRC-64/NVME', md5: 'MD5' } as const;

export function Profile({ report }: { readonly report: StorageReport }) {
  const text = useText();
  const capabilities = report.examination?.capabilities;
  return (
    <>
      <dl className={styles['facts']}>
        {capabilities !== undefined && (
          <div>
            <dt>{text('storage.profile.endpoint')}</dt>
            <dd>
              <code dir="ltr">{capabilities.endpoint}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{text('storage.profile.public')}</dt>
          <dd>
            <code dir="ltr">{report.publicOrigin}</code>
          </dd>
        </div>
        <div>
          <dt>{text('storage.profile.integrity')}</dt>
          <dd>{text(`storage.integrity.${report.integrity}`)}</dd>
        </div>
      </dl>
      {capabilities !== undefined && <Abilities capabilities={capabilities} />}
    </>
  );
}

function Abilities({ capabilities }: { readonly capabilities: StoreCapabilities }) {
  const text = useText();
  const { size, number } = useFormats();
  const { checksums, conditionalWrite, ranges, multipart, list, addressing } = capabilities;
  const sums = checksums.map((name) => CHECKSUMS[name]).join(', ');
  const parts = { size: size(LIMITS.partSizeLargeBytes), count: number(LIMITS.partCountMax) };
  return (
    <Checklist
      doneLabel={text('storage.can')}
      failedLabel={text('storage.cannot')}
      items={[
        {
          id: 'checksums',
          state: stateOf(checksums.length > 0),
          text:
            checksums.length > 0 ? text('storage.can.checksums', { sums }) : text('storage.can.noChecksums'),
        },
        {
          id: 'multipart',
          state: multipart === null ? 'server' : stateOf(multipart),
          text: multipart === null ? text('storage.parts.untried') : text('storage.can.multipart', parts),
        },
        { id: 'ranges', state: stateOf(ranges), text: text('storage.can.ranges') },
        { id: 'list', state: stateOf(list), text: text('storage.can.list') },
        { id: 'conditional', state: stateOf(conditionalWrite), text: text('storage.can.conditional') },
        { id: 'addressing', state: 'server', text: text(`storage.addressing.${addressing}`) },
      ]}
    />
  );
}

function stateOf(can: boolean): 'done' | 'failed' {
  return can ? 'done' : 'failed';
}
