import { MIB } from '@coffer/kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readSubtitles, subtitlesBeside } from '../../../../api/subtitles.ts';
import { useQuery } from '../../../../api/calls/use-query.ts';
import { currentLocale } from '../../../../lib/language/i18n.ts';
import { readSaved, writeSaved } from '../../../../lib/storage.ts';
import { languageName } from './language-name.ts';
import { parseSubtitles, subtitleLabel } from './parse-subtitles.ts';
import type { ViewedNode } from '../../viewer.ts';

export interface SubtitleChoice {
  readonly file: ViewedNode;
  readonly label: string;
  readonly language: string;
}

export interface Subtitles {
  readonly choices: readonly SubtitleChoice[];
  readonly chosen: SubtitleChoice | undefined;
  readonly isFailed: boolean;
  readonly choose: (choice: SubtitleChoice | undefined) => void;
  /** Turns subtitles off, or on again with the previous choice. Without a previous choice, uses the first file. */
  readonly toggle: () => void;
}

const SAVED = 'subtitles';
const BYTES_MAX = 5 * MIB;

/** Subtitle files in the video's folder whose names begin like the video's: `video.ar.vtt`. */
export function useSubtitles(
  node: ViewedNode,
  media: RefObject<HTMLMediaElement | null>,
  isEnabled: boolean,
): Subtitles {
  const nearby = useQuery(subtitlesBeside(node), { isEnabled: isEnabled && node.parentId !== null });
  const [language, setLanguage] = useState(savedLanguage);
  const [isFailed, setFailed] = useState(false);
  const shownTracks = useRef(new Map<ViewedNode['id'], TextTrack>());
  const last = useRef<string>(undefined);
  const choices = (nearby.data ?? []).flatMap((file) => choiceOf(node, file));
  const chosen = choices.find((choice) => choice.language === language);
  const chosenFile = chosen?.file;
  useEffect(() => {
    const element = media.current;
    if (element === null) return undefined;
    for (const track of shownTracks.current.values()) track.mode = 'disabled';
    if (chosenFile === undefined) return undefined;
    const abort = new AbortController();
    const show = async (): Promise<void> => {
      const track = shownTracks.current.get(chosenFile.id) ?? (await load(element, chosenFile, abort.signal));
      if (abort.signal.aborted) return;
      shownTracks.current.set(chosenFile.id, track);
      track.mode = 'showing';
    };
    show().catch(() => {
      if (!abort.signal.aborted) setFailed(true);
    });
    return () => abort.abort();
  }, [chosenFile, media]);
  const choose = (choice: SubtitleChoice | undefined): void => {
    if (choice === undefined) last.current = language;
    setFailed(false);
    setLanguage(choice?.language);
    writeSaved(SAVED, choice?.language ?? null);
  };
  return {
    choices,
    chosen,
    isFailed,
    choose,
    toggle: () => {
      if (chosen !== undefined) choose(undefined);
      else choose(choices.find((choice) => choice.language === last.current) ?? choices[0]);
    },
  };
}

function savedLanguage(): string | undefined {
  const saved = readSaved(SAVED);
  return typeof saved === 'string' ? saved : undefined;
}

function choiceOf(video: ViewedNode, file: ViewedNode): readonly SubtitleChoice[] {
  const label = subtitleLabel(video.name, file.name);
  if (label === undefined || (file.sizeBytes ?? 0) > BYTES_MAX) return [];
  return [{ file, language: label, label: languageName(label, currentLocale()) }];
}

async function load(media: HTMLMediaElement, file: ViewedNode, signal: AbortSignal): Promise<TextTrack> {
  const text = await readSubtitles(file, signal);
  signal.throwIfAborted();
  const track = media.addTextTrack('subtitles', file.name);
  for (const { from, to, text: words } of parseSubtitles(text)) track.addCue(new VTTCue(from, to, words));
  return track;
}
