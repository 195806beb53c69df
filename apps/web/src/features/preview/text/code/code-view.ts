import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import {
  bracketMatching,
  indentOnInput,
  LanguageDescription,
  syntaxHighlighting,
} from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightSelectionMatches, search } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeColours, codeTheme } from './code-theme.ts';
import { lineDirection } from './line-direction.ts';

export interface CodeViewOptions {
  readonly text: string;
  /** The extension determines the language. */
  readonly fileName: string;
  readonly label: string;
  readonly isWrapped: boolean;
  /** Undefined if the text is read-only. */
  readonly editing?: Editing | undefined;
}

export interface Editing {
  /** Whether lines break at `\n` only, so that other line breaks stay in the text. */
  readonly keepsBreaks: boolean;
  readonly onChange: () => void;
  readonly onSave: () => void;
  /** Called on Escape, which leaves the editor by keyboard because Tab indents. */
  readonly onEscape: () => void;
}

export interface CodeView {
  readonly view: EditorView;
  readonly setWrapped: (isWrapped: boolean) => void;
  readonly getText: () => string;
  readonly setText: (text: string) => void;
  readonly goToLine: (line: number) => void;
  readonly close: () => void;
}

export function languageOf(fileName: string): LanguageDescription | undefined {
  return LanguageDescription.matchFilename(languages, fileName) ?? undefined;
}

/**
 * Uses a shadow root, because CodeMirror then creates constructed style sheets. The page's
 * Content-Security-Policy forbids `<style>`.
 */
export function createCodeView(parent: HTMLElement, options: CodeViewOptions): CodeView {
  const host = document.createElement('div');
  // Code is left-to-right in every language.
  host.dir = 'ltr';
  host.style.blockSize = '100%';
  parent.append(host);
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  const wrapping = new Compartment();
  const language = new Compartment();
  const { isWrapped, editing } = options;
  const state = EditorState.create({
    doc: options.text,
    extensions: [
      editing?.keepsBreaks === true ? EditorState.lineSeparator.of('\n') : [],
      editing === undefined ? READING : [editingKeys(editing), EDITING, whenChanged(editing.onChange)],
      EditorView.contentAttributes.of({ 'aria-label': options.label }),
      wrapping.of(isWrapped ? EditorView.lineWrapping : []),
      language.of([]),
      COMMON,
    ],
  });
  const view = new EditorView({ state, root, parent: root });
  let isClosed = false;
  const showLanguage = async (): Promise<void> => {
    const [loaded] = await Promise.allSettled([languageOf(options.fileName)?.load()]);
    // Text is readable without highlighting.
    if (isClosed || loaded.status === 'rejected' || loaded.value === undefined) return;
    view.dispatch({ effects: language.reconfigure(loaded.value) });
  };
  void showLanguage();
  return {
    view,
    setWrapped: (next) =>
      view.dispatch({ effects: wrapping.reconfigure(next ? EditorView.lineWrapping : []) }),
    getText: () => view.state.doc.toString(),
    setText: (text) => {
      const { doc } = view.state;
      if (doc.toString() !== text) view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
    },
    goToLine: (number) => {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(Math.max(number, 1), doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    close: () => {
      isClosed = true;
      view.destroy();
      host.remove();
    },
  };
}

const COMMON: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  bracketMatching(),
  syntaxHighlighting(codeColours),
  lineDirection,
  // CodeMirror highlights matches only while its panel is open, so a hidden panel is opened. The find bar is our own.
  search({ top: true, createPanel: createHiddenPanel }),
  keymap.of(defaultKeymap),
  codeTheme,
];

const READING: Extension = [
  EditorState.readOnly.of(true),
  // Prevents the on-screen keyboard.
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-readonly': 'true' }),
];

const EDITING: Extension = [
  history(),
  indentOnInput(),
  EditorView.editorAttributes.of({ 'data-editable': '' }),
  EditorView.contentAttributes.of({ spellcheck: 'true', autocapitalize: 'sentences' }),
  keymap.of([{ key: 'Tab', run: indentMore, shift: indentLess }, ...historyKeymap]),
];

function editingKeys({ onSave, onEscape }: Editing): Extension {
  return keymap.of([
    { key: 'Mod-s', run: handled(onSave) },
    { key: 'Escape', run: handled(onEscape) },
  ]);
}

function handled(action: () => void): () => boolean {
  return () => {
    action();
    return true;
  };
}

function whenChanged(onChange: () => void): Extension {
  return EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged) onChange();
  });
}

function createHiddenPanel(): { readonly dom: HTMLElement } {
  const dom = document.createElement('div');
  dom.hidden = true;
  return { dom };
}
