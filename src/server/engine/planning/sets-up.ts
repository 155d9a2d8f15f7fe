const SETS_UP =
  /(?<!\p{L})(?:set ?up|setup|scaffold\p{L}*|bootstrap\p{L}*|initiali[sz]e|skeleton|foundation|infrastructure|installation|create (?:the )?(?:repo|repository|project)|repo(?:sitory)? and tooling|einricht\p{L}*|grundgerüst|mise en place|configuraci\p{L}*|configuração|kurulum\p{L}*|altyapı\p{L}*|iskelet\p{L}*)(?!\p{L})|环境搭建|初始化|環境構築|セットアップ|초기 설정/iu;
const TEXT_MAX = 4_000;

/** Whether these words are about getting a project ready to be worked on. */
export const setsUp = (text: string): boolean => SETS_UP.test(text.slice(0, TEXT_MAX));
