// Prints the lines that the playground's search finds: node found_lines.mjs FILES WORDS OPENING, each as JSON
import { findLines } from "../../rulekit/page/assets/playground/project.mjs";

const [files, words, opening] = process.argv.slice(2).map((one) => JSON.parse(one));
process.stdout.write(JSON.stringify(findLines(files, words, opening)));
