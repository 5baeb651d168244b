#include "client/formats/json.hpp"

#include "results/store/json_text.hpp"

namespace joust::client {

std::string json_of(const LoadResult& result) {
  return store::to_json(result, store::Layout::indented);
}

}  // namespace joust::client
