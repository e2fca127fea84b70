/** Words that stand for no value, as scripts write them. */
export const NONSENSE = String.raw`\b(?:undefined|NaN|Invalid Date)\b|\[object Object\]`;

/** Where a value has none: after a currency, or after the words that name it. */
export const UNFILLED = String.raw`[€$£¥₹] ?(?:NaN|undefined|null)\b|\bNaN ?(?:[€$£¥₹%]|(?:EUR|USD|GBP|CHF|JPY|PLN|SEK|NOK|DKK|kg|km|min)\b)|: ?(?:undefined|NaN|null|Invalid Date)(?![\w])|\[object Object\]|\bInvalid Date\b`;
