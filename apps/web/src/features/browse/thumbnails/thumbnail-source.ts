import { createContext } from 'react';
import type { ThumbnailStore } from '../../../api/thumbnails/thumbnail-store.ts';

/** Where marks below it get their thumbnails. Undefined: by the rights of the person who reads. */
export const ThumbnailSource = createContext<ThumbnailStore | undefined>(undefined);
