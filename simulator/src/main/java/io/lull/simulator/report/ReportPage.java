package io.lull.simulator.report;

import java.util.List;

/** A page of HTML that needs nothing beside itself: no scripts, no fonts, no files. */
final class ReportPage {
  /** Colours that those tell apart who do not see all (Okabe and Ito), in light and in dark. */
  static final String STYLE =
      """
      :root{color-scheme:light dark;--ink:#1d2126;--quiet:#5d6670;--paper:#fff;--grid:#e3e6ea;--band:#cfe3f3;
      --s0:#d55e00;--s1:#0072b2;--s2:#00795a}
      @media(prefers-color-scheme:dark){:root{--ink:#e8eaed;--quiet:#a3abb5;--paper:#16191d;--grid:#31363d;--band:#1f3a50;
      --s0:#ff9a4d;--s1:#66b8ea;--s2:#3fcf9f}}
      body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:56rem;margin:2rem auto;padding:0 1rem}
      h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}p.quiet,caption{color:var(--quiet)}
      table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
      th,td{padding:.15rem .8rem .15rem 0;text-align:right}th:first-child,td:first-child{text-align:left}
      thead th{border-bottom:1px solid var(--grid)}details{margin:.5rem 0}
      svg{width:100%;height:auto;font:12px system-ui,sans-serif}
      svg text{fill:var(--ink)}svg .tick,svg .name{fill:var(--quiet)}
      svg .grid{stroke:var(--grid)}svg .axis{stroke:var(--quiet)}svg .band{fill:var(--band)}
      svg .one{stroke:var(--quiet);stroke-dasharray:2 3}svg .error{stroke:var(--ink)}
      svg .line{fill:none;stroke-width:2}
      svg .s0{stroke:var(--s0)}svg .s1{stroke:var(--s1);stroke-dasharray:7 3}svg .s2{stroke:var(--s2);stroke-dasharray:2 3}
      svg .margin{stroke-dasharray:none;opacity:.6}
      svg .bar,svg .dot{stroke:none}svg .bar.s0,svg .dot.s0{fill:var(--s0)}svg .bar.s1,svg .dot.s1{fill:var(--s1)}
      svg .bar.s2,svg .dot.s2{fill:var(--s2)}
      svg .j0{fill:#cc79a7}svg .j1{fill:#d55e00}svg .j2{fill:#0072b2}svg .j3{fill:#e69f00}svg .j4{fill:#009e73}
      svg .j5{fill:#56b4e9}svg .j6{fill:#b3a100}
      """;

  private final StringBuilder html = new StringBuilder();

  ReportPage(String title) {
    html.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")
        .append("<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>")
        .append(Svg.escaped(title))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>")
        .append(Svg.escaped(title))
        .append("</h1>\n");
  }

  ReportPage heading(String words) {
    html.append("<h2>").append(Svg.escaped(words)).append("</h2>\n");
    return this;
  }

  ReportPage paragraph(String words) {
    html.append("<p>").append(Svg.escaped(words)).append("</p>\n");
    return this;
  }

  ReportPage picture(String svg) {
    html.append("<figure>\n").append(svg).append("</figure>\n");
    return this;
  }

  ReportPage table(ReportTable table) {
    html.append("<table>\n<thead><tr>");
    table.columns().forEach(name -> cell("th", name));
    html.append("</tr></thead>\n<tbody>\n");
    for (final List<String> row : table.rows()) {
      html.append("<tr>");
      row.forEach(value -> cell("td", value));
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n");
    return this;
  }

  /** A table that is shown on request. */
  ReportPage numbers(ReportTable table) {
    html.append("<details><summary>The numbers</summary>\n");
    table(table);
    html.append("</details>\n");
    return this;
  }

  private void cell(String tag, String value) {
    html.append('<')
        .append(tag)
        .append('>')
        .append(Svg.escaped(value))
        .append("</")
        .append(tag)
        .append('>');
  }

  @Override
  public String toString() {
    return html + "</body>\n</html>\n";
  }
}
