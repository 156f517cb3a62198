/**
 * OpenCC's table of traditional characters: `traditional simplified simplified…|…`. The package types none of
 * its tables.
 */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  // oxlint-disable-next-line import/no-default-export -- the module has no other export.
  export default pairs;
}
