import { announce } from '../../../ui/feedback/live-regions.ts';
import { text } from './texts.ts';

export function sayColumnMoved(name: string, place: { readonly at: string; readonly count: string }): void {
  announce(text('browse.columns.moved', { name, ...place }));
}
