import type { NodeView } from '@coffer/contracts';
import { AskAccess } from './ask-access.tsx';
import { RequestList } from './request-list.tsx';

interface AccessRequestsProps {
  readonly node: Pick<NodeView, 'id' | 'name'>;
  readonly mayShare: boolean;
}

/** Those who may share see and answer requests; everybody else can ask for access. */
export function AccessRequests({ node, mayShare }: AccessRequestsProps) {
  return mayShare ? <RequestList nodeId={node.id} /> : <AskAccess node={node} />;
}
