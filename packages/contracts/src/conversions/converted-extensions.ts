/** Of office files that a converter makes PDF of. Tables stay tables, and what may as well be a key or a text stays here. */
export const CONVERTED_EXTENSIONS: ReadonlySet<string> = new Set(
  'doc docm docx dotm dotx odg odp odt otp ott pages potm potx pps ppsm ppsx ppt pptm pptx rtf vsd vsdx wpd wps'.split(
    ' ',
  ),
);
