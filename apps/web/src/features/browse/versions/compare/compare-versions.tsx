import type { NodeView } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { ArrowLeft } from 'lucide-react';
import { versionTextQuery, versionUrlQuery } from '../../../../api/details/version-contents.ts';
import { useQuery } from '../../../../api/calls/use-query.ts';
import type { Version } from '../../../../api/versions.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Muted, Row, Stack } from '../../../../ui/page/stack.tsx';
import { ComparePictures } from './compare-pictures.tsx';
import { CompareTexts } from './compare-texts.tsx';
import { isPicture, isTable } from './comparable.ts';
import { useText } from './texts.ts';
import { lazy, Suspense } from '../../../../ui/loading/lazy.tsx';

/** Larger tables are compared as text, by the lines of their beginning. */
const TABLE_BYTES_MAX = 30 * MIB;

const CompareTables = lazy(async () => ({
  default: (await import('./tables/compare-tables.tsx')).CompareTables,
}));

interface CompareVersionsProps {
  readonly node: NodeView;
  readonly older: Version;
  readonly newer: Version;
  readonly onBack: () => void;
}

export function CompareVersions({ node, older, newer, onBack }: CompareVersionsProps) {
  const text = useText();
  const pair = { node, older, newer };
  return (
    <Stack>
      <Row>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened this view is gone */}
        <Button icon={ArrowLeft} isMirrored autoFocus onClick={onBack}>
          {text('compare.back')}
        </Button>
      </Row>
      <Compared {...pair} />
    </Stack>
  );
}

type Pair = Omit<CompareVersionsProps, 'onBack'>;

function Compared(pair: Pair) {
  if (isPicture(pair.node)) return <Pictures {...pair} />;
  const bytes = Math.max(pair.older.sizeBytes, pair.newer.sizeBytes);
  if (!isTable(pair.node) || bytes > TABLE_BYTES_MAX) return <Texts {...pair} />;
  return (
    <Suspense fallback={null}>
      <CompareTables {...pair} />
    </Suspense>
  );
}

function Pictures({ node, older, newer }: Pair) {
  const text = useText();
  const before = useQuery(versionUrlQuery(node.id, older.id));
  const after = useQuery(versionUrlQuery(node.id, newer.id));
  if (before.data === undefined || after.data === undefined) {
    const isFailed = before.failure !== undefined || after.failure !== undefined;
    return <Muted>{text(isFailed ? 'compare.failed' : 'compare.loading')}</Muted>;
  }
  return <ComparePictures before={{ ...older, url: before.data }} after={{ ...newer, url: after.data }} />;
}

function Texts({ node, older, newer }: Pair) {
  const text = useText();
  const before = useQuery(versionTextQuery(node.id, older));
  const after = useQuery(versionTextQuery(node.id, newer));
  if (before.data === undefined || after.data === undefined) {
    const isFailed = before.failure !== undefined || after.failure !== undefined;
    return <Muted>{text(isFailed ? 'compare.failed' : 'compare.loading')}</Muted>;
  }
  if (!before.data.isText || !after.data.isText) return <Muted>{text('compare.noText')}</Muted>;
  const isCut = before.data.isCut || after.data.isCut;
  return (
    <CompareTexts
      older={{ number: older.number, text: before.data.text }}
      newer={{ number: newer.number, text: after.data.text }}
      isCut={isCut}
    />
  );
}
