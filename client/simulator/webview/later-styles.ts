import help from "./styles/help.css";
import menus from "./styles/menus.css";
import side from "./styles/side.css";
import table from "./styles/table.css";

export const laterStyles = [menus, side, table, help].join("");
