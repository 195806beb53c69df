import { textsOf } from '../../../lib/language/i18n.ts';
import en from './messages/en.json';

export const { text, useText } = textsOf(en);
export type MoveText = ReturnType<typeof useText>;
