import { createContext } from 'react';
import type { ThumbnailStore } from '../../../api/thumbnails/thumbnail-store.ts';

/** The source of the thumbnails of all marks below it. Undefined uses the rights of the signed-in person. */
export const ThumbnailSource = createContext<ThumbnailStore | undefined>(undefined);
