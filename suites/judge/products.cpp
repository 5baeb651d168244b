#include "suites/judge/products.hpp"

#include "results/store/json_text.hpp"
#include "results/tables/tables.hpp"
#include "suites/judge/comparison.hpp"

namespace joust::suites {
namespace {

std::string as_paragraph(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

}  // namespace

Products write_products(const store::StoredRun& stored, std::size_t width) {
  Products products;
  products.findings = judge(stored.run, stored.visits);
  const auto results = tables::results_table(stored.run, products.findings);
  const auto figures = tables::figures_table(stored.run, products.findings);
  products.sentences = tables::verdict_sentences(stored.run, products.findings);
  products.text_table = tables::as_text(results, width);

  const auto write = [&](std::string_view name, const std::string& text) {
    store::write_product(stored.directory, name, text);
    products.files.push_back(stored.directory / name);
  };
  const auto sentences = as_paragraph(products.sentences);
  write("tables/results.txt", tables::as_text(results) + "\n" + sentences);
  write("tables/results.md", tables::as_markdown(results) + "\n" + as_paragraph([&] {
                               std::vector<std::string> items;
                               for (const auto& sentence : products.sentences)
                                 items.push_back("- " + sentence);
                               return items;
                             }()));
  write("tables/results.csv", tables::as_csv(results));
  write("tables/figures.csv", tables::as_csv(figures));
  write("summary.json", store::to_json(stored.run, products.findings));
  return products;
}

}  // namespace joust::suites
