import { textsOf } from '../../lib/i18n.ts';
import en from './messages/en.json';

export const { useText } = textsOf(en);
