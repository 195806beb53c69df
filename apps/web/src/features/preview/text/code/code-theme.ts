import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Custom properties inherit into the shadow root; the application's style sheets do not apply. */
export const codeTheme = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    font: 'var(--weight-regular) var(--text-13) var(--font-mono)',
  },
  // In an editor, the cursor shows the focus.
  '&.cm-focused': { outline: 'none' },
  '&:not([data-editable]):has(.cm-content:focus-visible)': {
    outline: 'var(--ring)',
    outlineOffset: '-2px',
  },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', lineHeight: '1.375rem', overflow: 'auto' },
  '.cm-content': { padding: 'var(--space-8) 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 var(--space-16)', textAlign: 'start' },
  '.cm-gutters': {
    border: '0',
    color: 'var(--muted)',
    backgroundColor: 'var(--surface)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: 'calc(3ch + var(--space-24))',
    paddingInline: 'var(--space-16) var(--space-8)',
  },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'var(--hover)' },
  '.cm-cursor, .cm-dropCursor': { borderInlineStart: '2px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--warning)',
    color: 'var(--bg)',
    '& *': { color: 'var(--bg)' },
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-panels': { display: 'none' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  // Below 16 px, phones zoom in when the text gets the focus.
  '@media (pointer: coarse)': { '&[data-editable]': { fontSize: '1rem' } },
});

export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: 'var(--code-number)' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.function(tags.variableName)),
      tags.macroName,
      tags.labelName,
      tags.link,
      tags.url,
    ],
    color: 'var(--code-function)',
  },
  {
    tag: [
      tags.typeName,
      tags.className,
      tags.namespace,
      tags.tagName,
      tags.standard(tags.name),
      tags.attributeName,
      tags.propertyName,
    ],
    color: 'var(--accent-strong)',
  },
  { tag: [tags.comment, tags.quote], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.meta, color: 'var(--muted)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: 'var(--weight-bold)' },
  { tag: tags.heading, color: 'var(--accent-strong)', fontWeight: 'var(--weight-bold)' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.inserted], color: 'var(--success)' },
  { tag: [tags.deleted, tags.invalid], color: 'var(--danger)' },
  { tag: tags.changed, color: 'var(--warning)' },
]);
