import type { NodeView, Person } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { NodePicture } from '../features/browse/index.ts';
import { Home } from '../features/home/index.ts';
import { hitAddress } from '../features/search/index.ts';
import { renderMark } from './search/marks.tsx';

export function HomeRoute({ person }: { readonly person: Person }) {
  return (
    <Home person={person} renderPicture={renderPicture} renderMark={renderMark} addressOf={hitAddress} />
  );
}

function renderPicture(node: NodeView): ReactNode {
  return <NodePicture node={node} />;
}
