import type { NodeView } from '@coffer/contracts';
import { downloadAddress } from '../../../api/nodes.ts';

const BETWEEN_DOWNLOADS_MS = 400;

/** Downloads the files among the nodes; false when there is none. Browsers drop downloads that start in the same moment. */
export function startDownloads(nodes: readonly NodeView[]): boolean {
  const files = nodes.filter((node) => node.kind === 'file');
  files.forEach((file, position) => {
    setTimeout(() => {
      const link = document.createElement('a');
      link.href = downloadAddress(file.id);
      document.body.append(link);
      link.click();
      link.remove();
    }, position * BETWEEN_DOWNLOADS_MS);
  });
  return files.length > 0;
}
